import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { formatCount } from '../../../shared/domain/counts.ts'
import type { Resource } from '../../../shared/service/resource.ts'
import { firstShown, Section } from '../../components/Section.tsx'
import { useConnection } from '../../lib/api.ts'
import classes from './today.module.css'

export type Whose = 'mine' | 'firm'

/** Whose households are shown; null is the whole firm. */
export const whoseOf = (owner: string | null): Whose => (owner === null ? 'firm' : 'mine')

/** A section's part of the address. */
export type TodayAnchor = 'decisions' | 'summaries' | 'figures' | 'changes' | 'birthdays' | 'dates' | 'missing'

/** Lines of a section before "Show all": fewer of the whole firm, whose page is an overview. */
const fewLines = { mine: 6, firm: 3 }

type TodaySectionProps<Line> = {
  title: string
  anchor: TodayAnchor
  /** The noun that the lines count, such as "households". */
  many: string
  /** Of the whole firm, or of the user's own households. */
  whose: Whose
  section: { lines: readonly Line[] /** Null if it is not known. */; total: number | null }
  /** A sentence about the section as a whole. */
  about?: ReactNode
  /** Leads to the list behind the section. */
  aside?: ReactNode
  /** The stable key of a line. */
  keyOf: (line: Line) => string
  children: (line: Line) => ReactNode
}

/** A section of Today: its first lines, then all that were read on request. */
export function TodaySection<Line>({
  title,
  anchor,
  many,
  whose,
  section,
  about,
  aside,
  keyOf,
  children,
}: TodaySectionProps<Line>) {
  const [all, setAll] = useState(false)
  const { lines, total } = section
  const shown = all ? lines : lines.slice(0, fewLines[whose])
  return (
    <Section title={title} anchor={anchor} {...(total === null ? {} : { count: total })} aside={aside}>
      {about ? <p className={classes.about}>{about}</p> : null}
      <ul className={`plain-list ${classes.lines}`} aria-label={title}>
        {shown.map((line) => (
          <li key={keyOf(line)} className={classes.line}>
            {children(line)}
          </li>
        ))}
      </ul>
      {lines.length > shown.length ? (
        <Button
          variant="subtle"
          size="compact-sm"
          onClick={() => setAll(true)}
          data-on-paper={
            total === null ? `The first ${formatCount(shown.length)} are shown` : firstShown(shown.length, total)
          }
        >
          {lines.length === total ? `Show all ${formatCount(total)}` : `Show the first ${formatCount(lines.length)}`}
        </Button>
      ) : null}
      {all && total !== null && total > lines.length ? (
        <p className={classes.about}>
          And {formatCount(total - lines.length)} more {many}.
        </p>
      ) : null}
    </Section>
  )
}

type ListLinkProps = { resource: Resource; search: Record<string, unknown>; children: string }

/** A link to a list with filters. */
export function ListLink({ resource, search, children }: ListLinkProps) {
  const connectionId = useConnection().id
  return (
    <Link to={`/c/$connectionId/${resource}`} params={{ connectionId }} search={search} className={classes.listLink}>
      {children}
    </Link>
  )
}
