import { type PageProposals, proposeFromPages } from '../../../../shared/domain/proposals/propose-from-pages.ts'

/** The household on which the files of these tests are dropped. */
export const household = {
  individuals: [
    { id: 'robert', name: 'Robert James Ellery' },
    { id: 'nina', name: 'Nina Ellery' },
    { id: 'paul', name: 'Paul Ellery' },
    { id: 'paul-jr', name: 'Paul Ellery Jr.' },
    { id: 'sofia', name: 'Sofía Ellery-Marsh' },
  ],
  entities: [
    { id: 'family', name: 'Ellery Family Trust' },
    { id: 'family-2', name: 'Ellery Family Trust II' },
    { id: 'ilit', name: 'Robert Ellery Irrevocable Life Insurance Trust' },
    { id: 'crut', name: 'Ellery Charitable Remainder Unitrust' },
    { id: 'llc', name: 'Harbor Point Holdings, LLC' },
    { id: 'lp', name: 'Ellery Investments, L.P.' },
    { id: 'inc', name: 'Ellery Marine Supply, Inc.' },
  ],
}

/** Proposals for a file; its pages are separated by lines of three hyphens. */
export function propose(text: string, file: { name?: string; mediaType?: string } = {}): PageProposals {
  const pages = text
    .trim()
    .split(/\n-{3}\n/)
    .map((page, at) => ({ page: at + 1, text: page.trim() }))
  return proposeFromPages(
    {
      name: file.name ?? 'scan0001.pdf',
      folder: '',
      parts: household,
      people: household.individuals.map(({ name }) => name),
    },
    { pages, mediaType: file.mediaType ?? 'application/pdf' },
  )
}
