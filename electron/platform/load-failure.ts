/** Why a native module cannot be loaded: what the computer lacks, and how to get it. */
export type LoadFailure = { message: string; nextStep: string; detail: string }

/** Packages of the system libraries that Steward's native modules use, on Debian and Ubuntu, and on Fedora and RHEL. */
const packages: Readonly<Record<string, readonly [apt: string, dnf: string]>> = {
  'libstdc++.so.6': ['libstdc++6', 'libstdc++'],
  'libgcc_s.so.1': ['libgcc-s1', 'libgcc'],
  'libsecret-1.so.0': ['libsecret-1-0', 'libsecret'],
  'libglib-2.0.so.0': ['libglib2.0-0', 'glib2'],
}

/** The system libraries whose versions the linker checks, by the prefix of a version's name. */
const versioned = [
  [/\bGLIBC_([\d.]+)/, "the system's C library (glibc)"],
  [/\bGLIBCXX_([\d.]+)/, "the system's C++ library (libstdc++), GLIBCXX"],
  [/\bCXXABI_([\d.]+)/, "the system's C++ library (libstdc++), CXXABI"],
] as const

/**
 * Explains the error of a native module that did not load, from the linker's text.
 *
 * @param part - the part of Steward that needs the module, such as `Steward's database`
 */
export function explainLoadFailure(thrown: unknown, part: string, platform = process.platform): LoadFailure {
  const text = thrown instanceof Error ? thrown.message : ''
  return (
    tooOld(text) ??
    missing(text, part) ??
    elsewhere(text, part, platform) ?? {
      message: `${part} cannot be loaded.`,
      nextStep: 'Install Steward again.',
      detail: 'native module: not loaded',
    }
  )
}

function tooOld(text: string): LoadFailure | null {
  if (!/version [`'].*' not found/.test(text)) return null
  for (const [form, library] of versioned) {
    const [name, version] = form.exec(text) ?? []
    if (name === undefined) continue
    return {
      message: `Steward needs ${library} ${version} or newer, and this Linux has an older one.`,
      nextStep: 'Use a newer Linux: Debian 12, Ubuntu 22.04, RHEL 9 and everything newer have it.',
      detail: `native module: ${name} not found`,
    }
  }
  return null
}

function missing(text: string, part: string): LoadFailure | null {
  // glibc's words, and musl's.
  const library = /(?:^|[:\s])(lib[\w+.-]+?\.so[\d.]*)(?=: (?:cannot open|No such file))/.exec(text)?.[1]
  if (library === undefined) return null
  const [apt, dnf] = packages[library] ?? []
  return {
    message: `The system library ${library} is missing, which ${part} needs.`,
    nextStep:
      apt === undefined
        ? "Install your system's package that contains it, then start Steward again."
        : `Install it with "sudo apt install ${apt}" or "sudo dnf install ${dnf}", then start Steward again.`,
    detail: `native module: ${library} missing`,
  }
}

/** The linkers of Windows and macOS do not name what they lack. */
function elsewhere(text: string, part: string, platform: NodeJS.Platform): LoadFailure | null {
  if (platform === 'win32' && /specified (?:module|procedure) could not be found/i.test(text)) {
    return {
      message: `A system library is missing or too old, which ${part} needs.`,
      nextStep: 'Install all Windows updates, then install Steward again.',
      detail: 'native module: a library of Windows is missing',
    }
  }
  if (/incompatible architecture|not a valid Win32 application|wrong ELF class|Exec format/i.test(text)) {
    return {
      message: 'This Steward was built for another kind of processor.',
      nextStep: "Install the package that is made for this computer's processor.",
      detail: 'native module: another architecture',
    }
  }
  if (platform === 'darwin' && /Symbol not found|built for (?:newer )?macOS/i.test(text)) {
    return {
      message: `This version of macOS is too old for ${part}.`,
      nextStep: 'Update macOS, then start Steward again.',
      detail: 'native module: macOS too old',
    }
  }
  return null
}
