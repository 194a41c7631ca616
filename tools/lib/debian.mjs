import { existsSync } from 'node:fs'
import { run } from './run.mjs'

/** What the tests need of the system, and the file by which it shows. */
const needed = [
  { name: 'chromium', shows: '/usr/bin/chromium' },
  { name: 'gnome-keyring', shows: '/usr/bin/gnome-keyring-daemon' },
  { name: 'dbus', shows: '/usr/bin/dbus-run-session' },
  { name: 'dbus-x11', shows: '/usr/bin/dbus-launch' },
  { name: 'libsecret-1-dev', shows: '/usr/include/libsecret-1/libsecret/secret.h' },
  { name: 'xvfb', shows: '/usr/bin/xvfb-run' },
  { name: 'strace', shows: '/usr/bin/strace' },
  { name: 'fonts-noto-core', shows: '/usr/share/fonts/truetype/noto/NotoSans-Regular.ttf' },
  { name: 'fonts-noto-color-emoji', shows: '/usr/share/fonts/truetype/noto/NotoColorEmoji.ttf' },
]

/** Installs what is missing when that is allowed, and otherwise says the exact command. */
export async function ensureDebianPackages() {
  const missing = needed.filter(({ shows }) => !existsSync(shows)).map(({ name }) => name)
  if (missing.length === 0) return
  const install = ['install', '-y', '--no-install-recommends', ...missing]
  const isRoot = process.getuid?.() === 0
  if (!isRoot || !existsSync('/usr/bin/apt-get')) {
    throw new Error(`The tests need these packages; install them and run again:\n  sudo apt-get ${install.join(' ')}`)
  }
  console.log(`Steward: installing ${missing.join(', ')}…`)
  const env = { DEBIAN_FRONTEND: 'noninteractive' }
  await run('apt-get', ['update', '-qq'], { quiet: true, env })
  const { code, output } = await run('apt-get', install, { quiet: true, env })
  if (code !== 0) throw new Error(`apt-get ${install.join(' ')} failed:\n${output.slice(-4000)}`)
}
