import type { Page } from 'playwright'
import { words } from '../words.ts'

/** The page Today. */
export function today(page: Page) {
  const section = (name: RegExp) => page.getByRole('region', { name })
  return {
    whose: (name: string) => page.getByRole('radiogroup', { name: words.today.whose }).getByText(name, { exact: true }),
    chooseMe: page.getByRole('button', { name: words.today.chooseMe }),
    old: section(words.today.old),
    birthdays: section(words.today.birthdays),
    summaries: section(words.today.summaries),
    missing: section(words.today.missing),
    changed: section(words.today.changed),
    /** The lines of a section. */
    lines: (of: ReturnType<typeof section>) => of.getByRole('listitem'),
  }
}
