import type { Content } from './detect-polyglot.ts'
import { iworkType } from './iwork-type.ts'
import { type ZipEntry, zipEntries, zipText } from './zip-directory.ts'

const zip = 'application/zip'
const office = 'application/vnd.openxmlformats-officedocument.'

/** Office documents by the content type of their main part. Templates and macro-enabled types are not included. */
const mainParts: readonly (readonly [string, string, string])[] = [
  ['word/', `${office}wordprocessingml.document.main+xml`, `${office}wordprocessingml.document`],
  ['xl/', `${office}spreadsheetml.sheet.main+xml`, `${office}spreadsheetml.sheet`],
  ['ppt/', `${office}presentationml.presentation.main+xml`, `${office}presentationml.presentation`],
]

/** Parts that contain code, or that start code. */
const activePart =
  /(?:^|\/)(?:vbaproject|vbadata|oleobject|macrosheets|activex|attachedtoolbars|customui)|\.(?:bin|exe|dll|js|vbs|hta|lnk|scr|ps1|bat|cmd)$/i
/** Printer settings are the only harmless `.bin` parts in Office documents. */
const printerSettings = /(?:^|\/)printersettings\d*\.bin$/i

/** Detects the type of a ZIP: an office document without macros, a document of Pages or Numbers, or just a ZIP. */
export async function zipType(content: Content): Promise<string> {
  const entries = await zipEntries(content)
  if (entries === null || !areSound(entries)) return zip
  const list = entries.find(({ name }) => name === '[Content_Types].xml')
  const types = list && (await zipText(content, list))
  if (!types)
    return entries.some(({ name }) => activePart.test(name)) ? zip : ((await iworkType(content, entries)) ?? zip)
  const main = mainParts.find(
    ([folder, part]) => types.includes(`"${part}"`) && entries.some(({ name }) => name.startsWith(folder)),
  )
  if (main === undefined || /macroEnabled|vnd\.ms-office\.(?:vba|activeX)|oleObject/i.test(types)) return zip
  if (entries.some(({ name }) => activePart.test(name) && !printerSettings.test(name))) return zip
  return (await reachesOut(content, entries)) ? zip : main[2]
}

/**
 * Checks that names are unique and stay inside the folder, nothing is encrypted, only the two usual compression methods are used,
 * and the first entry is at the start.
 */
function areSound(entries: readonly ZipEntry[]): boolean {
  const names = new Set(entries.map(({ name }) => name.toLowerCase()))
  if (names.size !== entries.length || !entries.some(({ offset }) => offset === 0)) return false
  return entries.every(({ name, encrypted, method }) => {
    const leadsOut = /^[/\\]|\\|(?:^|\/)\.\.(?:\/|$)|\0|^[a-z]:/i.test(name)
    return !leadsOut && !encrypted && (method === 0 || method === 8)
  })
}

/**
 * Relationships that would fetch or run something external as soon as the document is opened; links that the user clicks do not
 * count.
 */
async function reachesOut(content: Content, entries: readonly ZipEntry[]): Promise<boolean> {
  for (const entry of entries) {
    if (!/\.rels$/i.test(entry.name)) continue
    const text = await zipText(content, entry)
    if (text === null) return true
    const relations = text.match(/<[^<>]*TargetMode\s*=\s*["']External["'][^<>]*>/gi) ?? []
    if (relations.some((relation) => !/\/(?:hyperlink|externalLinkPath|image|audio|video|media)["']/i.test(relation)))
      return true
  }
  return false
}
