/** Folder of the system's libraries on Debian and its descendants. */
const triples = { x64: 'x86_64-linux-gnu', arm64: 'aarch64-linux-gnu' }
const library =
  (name) =>
  ({ arch }) =>
    `/usr/lib/${triples[arch] ?? triples.x64}/${name}`

const onlyDebian = ['debian']

/**
 * Debian packages that a task needs, each with a file that shows that it is installed. `programs` are those that come with it
 * beside that file, `on` limits an entry to distributions by the ID in `/etc/os-release`. `tests/unit/tools/started-programs.test.ts`
 * finds the programs that tests and tools start and that no entry has.
 */
const packages = {
  tests: [
    // npm compiles keytar, and silently skips it if one of these is missing.
    { name: 'g++', shows: '/usr/bin/g++' },
    { name: 'make', shows: '/usr/bin/make' },
    { name: 'python3', shows: '/usr/bin/python3' },
    { name: 'pkg-config', shows: '/usr/bin/pkg-config' },
    { name: 'libsecret-1-dev', shows: '/usr/include/libsecret-1/libsecret/secret.h' },
    { name: 'git', shows: '/usr/bin/git' },
    { name: 'procps', shows: '/usr/bin/ps' },
    // Ubuntu has Chromium only as a snap, which cannot read a test's folders; there, Playwright downloads one.
    { name: 'chromium', shows: '/usr/bin/chromium', on: onlyDebian },
    // Chromium without its own windows: the tests' pages take a seventh less time in it.
    { name: 'chromium-headless-shell', shows: '/usr/bin/chromium-headless-shell', on: onlyDebian },
    { name: 'gnome-keyring', shows: '/usr/bin/gnome-keyring-daemon' },
    // The keyring's dialog.
    { name: 'gcr', shows: '/usr/libexec/gcr-prompter' },
    {
      name: 'dbus',
      shows: '/usr/bin/dbus-run-session',
      programs: ['dbus-send', 'dbus-update-activation-environment'],
    },
    { name: 'dbus-x11', shows: '/usr/bin/dbus-launch' },
    { name: 'xvfb', shows: '/usr/bin/xvfb-run', programs: ['Xvfb'] },
    // Needed by `xvfb-run`, whose package only recommends it.
    { name: 'xauth', shows: '/usr/bin/xauth' },
    { name: 'strace', shows: '/usr/bin/strace' },
    // They sign a release's checksums. `gpg` only recommends its agent, which keeps the keys.
    { name: 'gpg', shows: '/usr/bin/gpg' },
    { name: 'gpg-agent', shows: '/usr/bin/gpg-agent' },
    { name: 'gpgconf', shows: '/usr/bin/gpgconf' },
    { name: 'fonts-noto-core', shows: '/usr/share/fonts/truetype/noto/NotoSans-Regular.ttf' },
    { name: 'fonts-noto-color-emoji', shows: '/usr/share/fonts/truetype/noto/NotoColorEmoji.ttf' },
  ],
  desktop: [
    { name: 'libgtk-3-0', shows: library('libgtk-3.so.0') },
    { name: 'libnss3', shows: library('libnss3.so') },
    { name: 'libgbm1', shows: library('libgbm.so.1') },
    { name: 'libnotify4', shows: library('libnotify.so.4') },
    { name: 'libasound2', shows: library('libasound.so.2'), on: onlyDebian },
    { name: 'libasound2t64', shows: library('libasound.so.2'), on: ['ubuntu'] },
  ],
  // electron-builder starts it for the RPM package.
  package: [{ name: 'rpm', shows: '/usr/bin/rpmbuild' }],
}

/** Tasks by the tasks that they include. */
const included = { tests: ['tests'], desktop: ['tests', 'desktop'], package: ['tests', 'package'] }

/** The tasks that the commands below accept. */
export const tasks = Object.keys(included)

/**
 * Returns the Debian packages that a task lacks.
 *
 * @param {string} task one of {@link tasks}
 * @param {{ arch: string, distribution: string, exists: (path: string) => boolean }} system distribution: `ID` of `/etc/os-release`
 * @returns {{ name: string, shows: string, programs: string[] }[]} programs: that come with it beside the file
 */
export function missingPackages(task, { arch, distribution, exists }) {
  return included[task]
    .flatMap((part) => packages[part])
    .filter(({ on }) => on === undefined || on.includes(distribution))
    .map(({ name, shows, programs: brought = [] }) => ({
      name,
      shows: typeof shows === 'string' ? shows : shows({ arch }),
      programs: brought,
    }))
    .filter(({ shows }) => !exists(shows))
}
