import { useDebouncedValue } from '@mantine/hooks'
import { Spotlight } from '@mantine/spotlight'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { resourceNames } from '../../../shared/domain/names.ts'
import type { SearchHit } from '../../../shared/ipc/records.ts'
import { resources } from '../../../shared/service/resource.ts'
import { RecordText } from '../../components/Values.tsx'
import { useApi } from '../../lib/api.ts'
import { useConnection } from '../../lib/connection.ts'
import { presentError } from '../../lib/present-error.ts'
import { quickSearchStore, selectFirstHit } from './open-quick-search.ts'
import classes from './quick-search.module.css'

const mostHits = 30

function Hit({ hit }: { hit: SearchHit }) {
  const connection = useConnection()
  const navigate = useNavigate()
  const params = { connectionId: connection.id, id: hit.id }
  return (
    <Spotlight.Action onClick={() => void navigate({ to: `/c/$connectionId/${hit.resource}/$id`, params })}>
      <span className={classes.hit}>
        <span className={classes.title}>
          <RecordText>{hit.title}</RecordText>
        </span>
        <span className={classes.subtitle}>
          <RecordText>{hit.subtitle}</RecordText>
        </span>
        <span className={classes.kind}>{resourceNames[hit.resource].one}</span>
      </span>
    </Spotlight.Action>
  )
}

function Places() {
  const connection = useConnection()
  const navigate = useNavigate()
  const params = { connectionId: connection.id }
  return (
    <Spotlight.ActionsGroup label="Go to">
      {resources.map((resource) => (
        <Spotlight.Action
          key={resource}
          label={resourceNames[resource].many}
          onClick={() => void navigate({ to: `/c/$connectionId/${resource}`, params })}
        />
      ))}
    </Spotlight.ActionsGroup>
  )
}

function Hits({ text }: { text: string }) {
  const api = useApi()
  const connection = useConnection()
  const input = { connectionId: connection.id, text, limit: mostHits }
  const query = useQuery({
    ...api.search.query.queryOptions({ input }),
    placeholderData: keepPreviousData,
    gcTime: 30_000,
  })
  const hits = query.data?.hits
  useEffect(() => {
    if (hits) selectFirstHit()
  }, [hits])
  if (query.isError) return <Spotlight.Empty>{presentError(query.error).cause}</Spotlight.Empty>
  if (!hits) return <Spotlight.Empty>Searching…</Spotlight.Empty>
  if (hits.length === 0) {
    return <Spotlight.Empty>Nothing found. Try a name, an e-mail address, a city or an external id.</Spotlight.Empty>
  }
  return hits.map((hit) => <Hit key={hit.resource + hit.id} hit={hit} />)
}

/** Ctrl/Cmd-K: any record by name, or any list. */
export function QuickSearch() {
  const [text, setText] = useState('')
  const [settled] = useDebouncedValue(text.trim().slice(0, 200), 60)
  return (
    <Spotlight.Root
      store={quickSearchStore}
      query={text}
      onQueryChange={setText}
      shortcut="mod + K"
      size={640}
      scrollable
      maxHeight={480}
      clearQueryOnClose
      attributes={{ content: { 'aria-label': 'Quick search' } }}
      styles={{ content: { background: 'var(--ground-raised)', border: '1px solid var(--line-strong)' } }}
      overlayProps={{ backgroundOpacity: 0.35, blur: 0 }}
    >
      <Spotlight.Search placeholder="Search people, households, entities, documents…" aria-label="Quick search" />
      <Spotlight.ActionsList>{settled === '' ? <Places /> : <Hits text={settled} />}</Spotlight.ActionsList>
    </Spotlight.Root>
  )
}
