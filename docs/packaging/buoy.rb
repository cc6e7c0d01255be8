# buoy for Homebrew on Linux, from the clone that this file is in:
#
#   brew install --HEAD --formula ./docs/packaging/buoy.rb
class Buoy < Formula
  desc "Watch Pusher Channels live in a terminal"
  homepage "https://pusher.com/docs/channels/"
  license "MIT"
  head "file://#{File.expand_path("../..", __dir__)}", using: :git, branch: "main"

  depends_on "pkgconf" => :build
  depends_on "swift" => :build
  depends_on :linux
  depends_on "ncurses"
  depends_on "openssl@3"

  def install
    built = Utils.safe_popen_read(".ci/release").lines.last.chomp
    bin.install built
    man1.mkpath
    system bin/"buoy", "manual", "--output", man1
    generate_completions_from_executable(bin/"buoy", "--generate-completion-script")
  end

  test do
    assert_match "buoy", shell_output("#{bin}/buoy --version")
  end
end
