import { existsSync } from 'node:fs'
import { run } from './run.mjs'

/** System packages that the tests need, each with a file that shows that it is installed. */
const needed = [
  // npm compiles keytar, and silently skips it if one of these is missing.
  { name: 'g++', shows: '/usr/bin/g++' },
  { name: 'make', shows: '/usr/bin/make' },
  { name: 'python3', shows: '/usr/bin/python3' },
  { name: 'pkg-config', shows: '/usr/bin/pkg-config' },
  { name: 'libsecret-1-dev', shows: '/usr/include/libsecret-1/libsecret/secret.h' },
  { name: 'git', shows: '/usr/bin/git' },
  { name: 'procps', shows: '/usr/bin/ps' },
  { name: 'chromium', shows: '/usr/bin/chromium' },
  // Chromium without its own windows: the tests' pages take a seventh less time in it.
  { name: 'chromium-headless-shell', shows: '/usr/bin/chromium-headless-shell' },
  { name: 'gnome-keyring', shows: '/usr/bin/gnome-keyring-daemon' },
  { name: 'dbus', shows: '/usr/bin/dbus-run-session' },
  { name: 'dbus-x11', shows: '/usr/bin/dbus-launch' },
  { name: 'xvfb', shows: '/usr/bin/xvfb-run' },
  // Needed by `xvfb-run`, whose package only recommends it.
  { name: 'xauth', shows: '/usr/bin/xauth' },
  { name: 'strace', shows: '/usr/bin/strace' },
  { name: 'fonts-noto-core', shows: '/usr/share/fonts/truetype/noto/NotoSans-Regular.ttf' },
  { name: 'fonts-noto-color-emoji', shows: '/usr/share/fonts/truetype/noto/NotoColorEmoji.ttf' },
]

/**
 * Installs missing packages if run as root.
 *
 * @throws with the one command to run first, if run as another user
 */
export async function ensureDebianPackages() {
  const missing = needed.filter(({ shows }) => !existsSync(shows)).map(({ name }) => name)
  if (missing.length === 0) return
  const install = ['install', '-y', '--no-install-recommends', ...missing]
  const isRoot = process.getuid?.() === 0
  if (!isRoot || !existsSync('/usr/bin/apt-get')) {
    const command = `sudo sh -c 'apt-get update && apt-get ${install.join(' ')}'`
    throw new Error(`The tests need Debian packages that are not installed. Run this command first:\n  ${command}`)
  }
  console.log(`Steward: installing ${missing.join(', ')}…`)
  const env = { DEBIAN_FRONTEND: 'noninteractive' }
  await run('apt-get', ['update', '-qq'], { quiet: true, env })
  const { code, output } = await run('apt-get', install, { quiet: true, env })
  if (code !== 0) throw new Error(`apt-get ${install.join(' ')} failed:\n${output.slice(-4000)}`)
}
