class Heterodox < Formula
  desc "Chess variants in the terminal"
  homepage "https://github.com/heterodox-chess/heterodox"
  version "@VERSION@"
  license any_of: ["MIT", "Apache-2.0"]

  # if aarch64-macos
  on_macos do
    on_arm do
      url "https://github.com/heterodox-chess/heterodox/releases/download/v@VERSION@/heterodox-@VERSION@-aarch64-macos.tar.gz"
      sha256 "@SHA256 aarch64-macos@"
    end
  end

  # end
  # if x86_64-macos
  on_macos do
    on_intel do
      url "https://github.com/heterodox-chess/heterodox/releases/download/v@VERSION@/heterodox-@VERSION@-x86_64-macos.tar.gz"
      sha256 "@SHA256 x86_64-macos@"
    end
  end

  # end
  # if aarch64-linux
  on_linux do
    on_arm do
      url "https://github.com/heterodox-chess/heterodox/releases/download/v@VERSION@/heterodox-@VERSION@-aarch64-linux.tar.gz"
      sha256 "@SHA256 aarch64-linux@"
    end
  end

  # end
  # if x86_64-linux
  on_linux do
    on_intel do
      url "https://github.com/heterodox-chess/heterodox/releases/download/v@VERSION@/heterodox-@VERSION@-x86_64-linux.tar.gz"
      sha256 "@SHA256 x86_64-linux@"
    end
  end

  # end
  def install
    bin.install "bin/heterodox"
    man1.install Dir["share/man/man1/*"]
    bash_completion.install "share/bash-completion/completions/heterodox"
    zsh_completion.install "share/zsh/site-functions/_heterodox"
    fish_completion.install "share/fish/vendor_completions.d/heterodox.fish"
    doc.install Dir["share/doc/heterodox/*"]
  end

  test do
    assert_match version.to_s, shell_output("#{bin}/heterodox --version")
    assert_match "Nodes searched: ", shell_output("#{bin}/heterodox perft sanctuary 2")
  end
end
