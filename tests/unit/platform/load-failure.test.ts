import { describe, expect, it } from 'vitest'
import { explainLoadFailure } from '../../../electron/platform/load-failure.ts'

const explain = (text: string, platform: NodeJS.Platform = 'linux') =>
  explainLoadFailure(new Error(text), 'Steward’s database', platform)

describe('a native module that does not load', () => {
  it.each([
    [
      "/lib/x86_64-linux-gnu/libc.so.6: version `GLIBC_2.34' not found (required by /opt/Steward/x.node)",
      "Steward needs the system's C library (glibc) 2.34 or newer, and this Linux has an older one.",
      'Use a newer Linux',
    ],
    [
      "/usr/lib/x86_64-linux-gnu/libstdc++.so.6: version `GLIBCXX_3.4.29' not found (required by /opt/Steward/x.node)",
      "Steward needs the system's C++ library (libstdc++), GLIBCXX 3.4.29 or newer, and this Linux has an older one.",
      'Use a newer Linux',
    ],
    [
      'libstdc++.so.6: cannot open shared object file: No such file or directory',
      'The system library libstdc++.so.6 is missing, which Steward’s database needs.',
      'sudo apt install libstdc++6',
    ],
    [
      'libsecret-1.so.0: cannot open shared object file: No such file or directory',
      'The system library libsecret-1.so.0 is missing, which Steward’s database needs.',
      'sudo dnf install libsecret',
    ],
    [
      'Error loading shared library libstdc++.so.6: No such file or directory (needed by /x.node)',
      'The system library libstdc++.so.6 is missing, which Steward’s database needs.',
      'sudo apt install libstdc++6',
    ],
    [
      'libunheardof.so.3: cannot open shared object file: No such file or directory',
      'The system library libunheardof.so.3 is missing, which Steward’s database needs.',
      "your system's package that contains it",
    ],
    [
      '/x.node: wrong ELF class: ELFCLASS32',
      'This Steward was built for another kind of processor.',
      'Install the package',
    ],
    ['something else', 'Steward’s database cannot be loaded.', 'Install Steward again.'],
  ])('is explained: %s', (text, message, nextStep) => {
    expect(explain(text)).toMatchObject({ message, nextStep: expect.stringContaining(nextStep) })
  })

  it('is explained where the system names nothing', () => {
    expect(explain('The specified module could not be found.\r\n\\\\?\\C:\\x.node', 'win32').nextStep).toContain(
      'Install all Windows updates',
    )
    expect(explain('dlopen(/x.node): Symbol not found: _x', 'darwin').message).toContain('macOS is too old')
  })

  it('never repeats a path', () => {
    const { message, nextStep, detail } = explain(
      "/lib/libc.so.6: version `GLIBC_2.34' not found (required by /home/ada/x.node)",
    )
    expect(`${message}${nextStep}${detail}`).not.toContain('ada')
  })
})
