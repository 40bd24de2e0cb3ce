# nix-build -E 'with import <nixpkgs> { }; callPackage ./default.nix { }'
{ lib, stdenvNoCC, fetchurl }:

let
  version = "@VERSION@";
  archives = {
    # if x86_64-linux
    x86_64-linux = {
      platform = "x86_64-linux";
      sha256 = "@SHA256 x86_64-linux@";
    };
    # end
    # if aarch64-linux
    aarch64-linux = {
      platform = "aarch64-linux";
      sha256 = "@SHA256 aarch64-linux@";
    };
    # end
    # if x86_64-macos
    x86_64-darwin = {
      platform = "x86_64-macos";
      sha256 = "@SHA256 x86_64-macos@";
    };
    # end
    # if aarch64-macos
    aarch64-darwin = {
      platform = "aarch64-macos";
      sha256 = "@SHA256 aarch64-macos@";
    };
    # end
  };
  archive = archives.${stdenvNoCC.hostPlatform.system};
  repository = "https://github.com/heterodox-chess/heterodox";
in
stdenvNoCC.mkDerivation {
  pname = "heterodox";
  inherit version;
  src = fetchurl {
    url = "${repository}/releases/download/v${version}/heterodox-${version}-${archive.platform}.tar.gz";
    inherit (archive) sha256;
  };
  dontBuild = true;
  dontStrip = true;
  installPhase = ''
    mkdir -p $out
    cp -r bin share $out/
  '';
  meta = {
    description = "Chess variants in the terminal";
    homepage = repository;
    license = [ lib.licenses.mit lib.licenses.asl20 ];
    mainProgram = "heterodox";
    platforms = builtins.attrNames archives;
    sourceProvenance = [ lib.sourceTypes.binaryNativeCode ];
  };
}
