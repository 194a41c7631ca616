/** Plain names of media types. */
const names: Readonly<Record<string, string>> = {
  'application/pdf': 'PDF',
  'image/png': 'PNG picture',
  'image/jpeg': 'JPEG picture',
  'image/gif': 'GIF picture',
  'image/webp': 'WebP picture',
  'text/plain': 'Text',
  'text/csv': 'CSV table',
  'text/markdown': 'Markdown',
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document': 'Word document',
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': 'Excel workbook',
  'application/vnd.openxmlformats-officedocument.presentationml.presentation': 'PowerPoint presentation',
  'application/vnd.apple.pages': 'Pages document',
  'application/vnd.apple.numbers': 'Numbers spreadsheet',
}

/** A media type in plain words; an unknown one is returned unchanged. */
export function kindOfFile(mediaType: string): string {
  if (mediaType === 'application/octet-stream') return 'Unknown kind of file'
  return names[mediaType] ?? mediaType
}

/** The program that usually opens the type; null if there is no single one. */
export function programFor(mediaType: string): string | null {
  const kind = kindOfFile(mediaType)
  if (kind.startsWith('Word')) return 'Word or a similar program'
  if (kind.startsWith('Excel')) return 'Excel or a similar program'
  if (kind.startsWith('Pages')) return 'Pages'
  if (kind.startsWith('Numbers')) return 'Numbers'
  return kind.startsWith('PowerPoint') ? 'PowerPoint or a similar program' : null
}
