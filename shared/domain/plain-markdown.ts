/** A line of Markdown without its marks: headings, lists, quotes, tables, emphasis, code, links and pictures. */
export const plainLine = (line: string): string =>
  line
    .replace(/^\s*#{1,6}\s+/, '')
    .replace(/^\s*(?:>\s*)*(?:[-*+]|\d+[.)])\s+/, '')
    .replace(/^\s*>\s?/, '')
    .replace(/\s*\|\s*/g, ' ')
    .replace(/!?\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/<[^>]*>/g, '')
    .replace(/(\*\*|__|\*|`|~~)/g, '')
