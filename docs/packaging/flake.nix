# buoy for Nix, from the sources with the Package.resolved of a build in the folder `source` beside this file:
#
#   mkdir /tmp/buoy && cp docs/packaging/flake.nix /tmp/buoy && swift package resolve
#   git archive --prefix=source/ HEAD | tar -x -C /tmp/buoy && cp Package.resolved /tmp/buoy/source
#   nix build path:/tmp/buoy
#
# The first attempt fails, and names the hash of the dependencies that Package.resolved lists.
{
  description = "Watch Pusher Channels live in a terminal";

  # Swift 6.2 came into nixpkgs in 2026.
  inputs.nixpkgs.url = "github:NixOS/nixpkgs/nixpkgs-unstable";

  outputs = { self, nixpkgs }:
    let
      systems = [ "x86_64-linux" "aarch64-linux" ];
      package = pkgs: pkgs.stdenv.mkDerivation (final: {
        pname = "buoy";
        version = "0.1.0";
        src = ./source;
        swiftpmDeps = pkgs.fetchSwiftPMDeps {
          inherit (final) pname version src;
          hash = pkgs.lib.fakeHash;
        };
        nativeBuildInputs = with pkgs; [ installShellFiles pkg-config swift swiftpm ];
        buildInputs = with pkgs; [ ncurses openssl ];
        swiftpmFlags = [ "--product" "buoy" ];
        dontUseSwiftpmInstall = true;
        installPhase = ''
          runHook preInstall
          install -Dm755 "$(swiftpmBinPath)/buoy" "$out/bin/buoy"
          mkdir -p "$out/share/man/man1"
          "$out/bin/buoy" manual --output "$out/share/man/man1"
          installShellCompletion --cmd buoy \
            --bash <("$out/bin/buoy" --generate-completion-script bash) \
            --fish <("$out/bin/buoy" --generate-completion-script fish) \
            --zsh <("$out/bin/buoy" --generate-completion-script zsh)
          runHook postInstall
        '';
        meta = {
          description = "Watch Pusher Channels live in a terminal";
          license = pkgs.lib.licenses.mit;
          mainProgram = "buoy";
          platforms = systems;
        };
      });
    in {
      packages = nixpkgs.lib.genAttrs systems
        (system: { default = package nixpkgs.legacyPackages.${system}; });
    };
}
