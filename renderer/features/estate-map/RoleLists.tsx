import { Button } from '@mantine/core'
import { type ReactNode, useId } from 'react'
import { formatCount } from '../../../shared/domain/counts.ts'
import { nodeKey } from '../../../shared/domain/estate-map/nodes.ts'
import { documentTypeNames, nameOf as labelOf } from '../../../shared/domain/names.ts'
import { roleSources } from '../../../shared/estate-drawing/words.ts'
import type { EstateLink, EstateMap, EstateNode } from '../../../shared/ipc/estate.ts'
import { RecordLink } from '../../components/RecordLink.tsx'
import { Ago } from '../../components/Values.tsx'
import classes from './estate-map.module.css'
import { FoundIn } from './FoundIn.tsx'
import type { useEstateActions } from './use-estate.tsx'

type Names = (node: EstateNode) => string

function Group({ title, count, children }: { title: string; count: number; children: ReactNode }) {
  const id = useId()
  if (count === 0) return null
  return (
    <div>
      <h3 id={id}>
        {title} ({formatCount(count)})
      </h3>
      <ul className="plain-list" aria-labelledby={id}>
        {children}
      </ul>
    </div>
  )
}

function Ends({ from, to, word, nameOf }: { from: EstateNode; to: EstateNode; word: string; nameOf: Names }) {
  return (
    <>
      <RecordLink resource={from.resource} id={from.id} name={nameOf(from)} /> {word}{' '}
      <RecordLink resource={to.resource} id={to.id} name={nameOf(to)} />
    </>
  )
}

type RemoveProps = { link: EstateLink; nameOf: Names; actions: ReturnType<typeof useEstateActions> }

/** Removes one of the user's links. */
export function RemoveLink({ link, nameOf, actions }: RemoveProps) {
  const { from, to, role } = link
  return (
    <Button
      size="compact-sm"
      variant="default"
      aria-label={`Remove the link ${nameOf(from)}, ${role} of ${nameOf(to)}`}
      onClick={() => actions.remove(link)}
    >
      Remove
    </Button>
  )
}

type Props = { map: EstateMap; nameOf: Names; actions: ReturnType<typeof useEstateActions> }

/** All roles that are recorded, as lists: the user's own, also of records that are no longer here, and what the service has. */
export function RoleLists({ map, nameOf, actions }: Props) {
  const { edges, links, unread_summaries: unread } = map
  const count = links.length + edges.length
  return (
    <>
      {count > 0 ? (
        <details className={classes.lists}>
          <summary>All recorded roles ({formatCount(count)})</summary>
          <Group title="Your links" count={links.length}>
            {links.map((link) => {
              const { id, from, to, role, made_at } = link
              return (
                <li key={id} className={`row ${classes.row}`}>
                  <div className={`anywhere ${classes.about}`}>
                    <Ends from={from} to={to} word={`– ${role} of`} nameOf={nameOf} />
                    <span className={classes.evidence}>
                      {roleSources.link} · <Ago at={made_at} />
                    </span>
                    <FoundIn places={link.found_in} className={classes.evidence} />
                  </div>
                  <RemoveLink {...{ link, nameOf, actions }} />
                </li>
              )
            })}
          </Group>
          <Group title="Recorded by the service" count={edges.length}>
            {edges.map(({ from, to, documents }) => (
              <li key={`${nodeKey(from)} ${nodeKey(to)}`} className={`row ${classes.row}`}>
                <div className={`anywhere ${classes.about}`}>
                  <Ends from={from} to={to} word="and" nameOf={nameOf} />
                  {documents.map(({ id, name, type }) => (
                    <span key={id} className={classes.evidence}>
                      Both on the document <RecordLink resource="documents" id={id} name={name} />,{' '}
                      {labelOf(documentTypeNames, type)}
                    </span>
                  ))}
                </div>
              </li>
            ))}
          </Group>
        </details>
      ) : null}
      {unread > 0 ? (
        <p className={classes.note}>
          {formatCount(unread)} summaries are too long to be searched for names, or there are too many of them.
        </p>
      ) : null}
    </>
  )
}
