// SPDX-License-Identifier: Apache-2.0

// The project's C++ in a worker, so that a long computation does not block the page and ends with its question.

const kWorker = [`
  let give;
  const module = new Promise((resolve) => { give = resolve; });
  self.onmessage = ({data}) => give(data);
  var Module = {
    instantiateWasm(imports, done) {
      module.then((known) => WebAssembly.instantiate(known, imports)).then(done);
      return {};
    },
    onRuntimeInitialized() {
      self.onmessage = ({data: {id, request}}) => {
        const size = Module.lengthBytesUTF8(request) + 1;
        const text = Module._malloc(size);
        if (text === 0) throw new Error('no memory');
        Module.stringToUTF8(request, text, size);
        const answer = Module._superwarp_reply(text);
        Module._free(text);
        if (answer === 0) throw new Error('no memory');
        postMessage({id, answer: Module.UTF8ToString(answer)});
        Module._free(answer);
      };
      postMessage({});
    },
  };
`, '\n'];

const kTooLarge = 'this is too large for a browser; the command line takes more';

class Engine {
  constructor() {
    this.waiting = new Map();
    this.number = 0;
    this.script = URL.createObjectURL(new Blob([kWorker[0], place('engine').textContent], {type: 'text/javascript'}));
  }

  async start() {
    const packed = Uint8Array.from(atob(place('wasm').textContent), (letter) => letter.charCodeAt(0));
    const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream('gzip'));
    this.module = await WebAssembly.compile(await new Response(stream).arrayBuffer());
    await this.restart();
  }

  // Ends what is under way; its questions stay without an answer.
  restart() {
    if (this.worker) this.worker.terminate();
    this.waiting.clear();
    const worker = new Worker(this.script);
    this.worker = worker;
    this.ready = new Promise((resolve) => {
      worker.onmessage = () => {
        worker.onmessage = ({data: {id, answer}}) => {
          const resolve = this.waiting.get(id);
          this.waiting.delete(id);
          resolve(JSON.parse(answer));
        };
        resolve();
      };
    });
    worker.onerror = (event) => {
      event.preventDefault();
      const lost = [...this.waiting.values()];
      this.restart();
      for (const resolve of lost) resolve({error: kTooLarge});
    };
    worker.postMessage(this.module);
    return this.ready;
  }

  // For a new question: ends computations of the one before it.
  forget() {
    return this.waiting.size > 0 ? this.restart() : this.ready;
  }

  async ask(request) {
    const text = JSON.stringify(request);
    if (text.length > 4e6) return {error: kTooLarge};
    const {worker} = this;
    await this.ready;
    return new Promise((resolve) => {
      if (worker !== this.worker) return;
      this.number += 1;
      this.waiting.set(this.number, resolve);
      worker.postMessage({id: this.number, request: text});
    });
  }
}
