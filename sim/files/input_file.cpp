#include "sim/files/input_file.h"

#include <exception>
#include <streambuf>
#include <vector>

#include "sim/files/unpacker.h"

namespace superwarp::files {

std::string input_name(const std::string& path) {
  return path == kStandardInput ? "<stdin>" : path;
}

class InputFile::Buffer : public std::streambuf {
 public:
  explicit Buffer(const std::string& path) : file_(path), text_(kTextBytes) {}

  std::string_view head() {
    if (gptr() == egptr()) underflow();
    return {gptr(), static_cast<std::size_t>(egptr() - gptr())};
  }

  [[nodiscard]] double share() const { return file_.share(); }

 protected:
  int_type underflow() override {
    if (unpacker_ == nullptr) unpacker_ = make_unpacker(file_);
    if (damage_) std::rethrow_exception(damage_);
    // An unpacker may give little at a time: a head() of six bytes would tell nothing.
    std::size_t filled = 0;
    try {
      while (filled < kLeastBytes) {
        const std::size_t got = unpacker_->read(&text_[filled], text_.size() - filled);
        if (got == 0) break;
        filled += got;
      }
    } catch (const DamagedFile&) {
      if (filled == 0) throw;
      damage_ =
          std::current_exception();  // behind the text that is good, so that lines count right
    }
    setg(text_.data(), text_.data(), text_.data() + filled);
    return filled == 0 ? traits_type::eof() : traits_type::to_int_type(text_.front());
  }

 private:
  static constexpr std::size_t kTextBytes = std::size_t{1} << 16;
  static constexpr std::size_t kLeastBytes = 4096;

  RawFile file_;
  std::unique_ptr<Unpacker> unpacker_;
  std::exception_ptr damage_;
  std::vector<char> text_;
};

InputFile::InputFile(const std::string& path)
    : std::istream(nullptr), buffer_(std::make_unique<Buffer>(path)) {
  rdbuf(buffer_.get());
  exceptions(std::ios::badbit);  // so that what the buffer throws comes through
}

InputFile::~InputFile() {
  exceptions(std::ios::goodbit);  // a stream without a buffer is a bad one
  rdbuf(nullptr);
}

std::string_view InputFile::head() { return buffer_->head(); }

double InputFile::share() const { return buffer_->share(); }

}  // namespace superwarp::files
