kernel-1.traceg
kernel-2.traceg.xz
MemcpyHtoD,0x7f0000000000,1024
