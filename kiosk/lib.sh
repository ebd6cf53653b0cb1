# What kiosk/run and kiosk/test share; sourced by them, with `root` set to the checkout. Everything it says
# goes to stderr, and nothing it starts reads stdin: both belong to the program that is run at the end.

say() { printf '%s: %s\n' "$me" "$*" >&2; }
fail() { say "$@"; exit 1; }

# Runs a command without its output; where it fails, shows the end of that output and ends.
quietly() {
  log=$(mktemp) || fail "cannot write to ${TMPDIR:-/tmp}"
  if "$@" </dev/null >"$log" 2>&1; then rm -f "$log"; return; fi
  tail -n 40 "$log" >&2
  rm -f "$log"
  return 1
}

# Runs a build, and says now and then how far it is; where it fails, shows the end of its output. For whoever has no
# terminal on which the build itself could show that.
with_progress() {
  log=$(mktemp) || fail "cannot write to ${TMPDIR:-/tmp}"
  # An interrupt does not reach what runs in the background: it ends with this script by itself.
  while sleep 15 >/dev/null 2>&1 && kill -0 $$ 2>/dev/null; do
    say "still building$(sed -n 's/^\[\([0-9]*\)\/\([0-9]*\)\] .*/, part \1 of \2/p' "$log" | tail -n 1)"
  done &
  ticker=$!
  status=0
  "$@" </dev/null >"$log" 2>&1 || status=$?
  kill "$ticker" 2>/dev/null || :
  [ "$status" = 0 ] || tail -n 40 "$log" >&2
  rm -f "$log"
  return "$status"
}

# Lines of kiosk/packages of the kinds given, without those that are installed: "package  what it is for".
missing_packages() {
  installed=$(dpkg-query -W -f '${db:Status-Status} ${Package}\n' 2>/dev/null | sed -n 's/^installed //p')
  for kind; do
    sed -n "s/^$kind  *//p" "$root/kiosk/packages" | while read -r package reason; do
      printf '%s\n' "$installed" | grep -qxF -- "$package" || printf '%-26s %s\n' "$package" "$reason"
    done
  done
}

# Installs what is missing of the kinds given ("run", "test").
install_packages() {
  if ! command -v apt-get >/dev/null || ! command -v dpkg-query >/dev/null; then
    say "this is not Debian: packages that hold the same as those in kiosk/packages are expected to be there"
    return
  fi
  missing=$(missing_packages "$@")
  [ -n "$missing" ] || return 0
  say "these Debian packages are missing, and will be installed:"
  printf '%s\n' "$missing" | sed 's/^/  /' >&2
  names=$(printf '%s\n' "$missing" | sed 's/ .*//')
  if [ "$(id -u)" = 0 ]; then as_root=
  elif command -v sudo >/dev/null; then as_root=sudo
  else fail "only root can do that, and there is no sudo; as root, run: apt-get install" $names
  fi
  apt="$as_root env DEBIAN_FRONTEND=noninteractive apt-get -q -y -o DPkg::Lock::Timeout=300"
  # A source of packages that does not answer need not be the one that matters: the next line decides.
  quietly $apt update || say "the lists of packages could not be renewed; going on with the old ones"
  quietly $apt install --no-install-recommends $names || fail "the packages could not be installed"
}

# `swift SUBCOMMAND` on this checkout from any working directory, leaving nothing outside of it: a kiosk's home
# may be read-only.
swift_package() {
  subcommand=$1
  shift
  swift "$subcommand" --package-path "$root" --cache-path "$root/.build/swiftpm/cache" \
    --config-path "$root/.build/swiftpm/config" --security-path "$root/.build/swiftpm/security" \
    --manifest-cache local "$@"
}

require_toolchain() {
  command -v swift >/dev/null || fail "no swift in PATH; get Swift 6.2 or newer from https://swift.org/install"
}
