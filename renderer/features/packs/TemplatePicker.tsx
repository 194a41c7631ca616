import { Button, Select, TextInput } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type KeyboardEvent, useState } from 'react'
import { packSections } from '../../../shared/domain/pack.ts'
import type { PackTemplate } from '../../../shared/ipc/packs.ts'
import { useApi } from '../../lib/api.ts'
import { useConnection } from '../../lib/connection.ts'
import classes from './packs.module.css'
import type { PlacedSection } from './SectionPicker.tsx'

type Props = { sections: readonly PlacedSection[]; onSections: (sections: PlacedSection[]) => void }

/** The sections of a template in its order, then all others. */
const placedBy = ({ sections }: PackTemplate): PlacedSection[] => [
  ...sections.map((section) => ({ section, chosen: true })),
  ...packSections.filter((section) => !sections.includes(section)).map((section) => ({ section, chosen: false })),
]

/** Named choices of sections and their order, which are stored on this computer. */
export function TemplatePicker({ sections, onSections }: Props) {
  const api = useApi()
  const queries = useQueryClient()
  const connectionId = useConnection().id
  const templates = useQuery(api.packs.templates.queryOptions({ input: { connectionId } })).data ?? []
  const { mutate } = useMutation(
    api.packs.setTemplate.mutationOptions({
      onSettled: () => queries.invalidateQueries({ queryKey: api.packs.templates.key() }),
    }),
  )
  const [current, setCurrent] = useState<string | null>(null)
  const [naming, setNaming] = useState<string | null>(null)
  const chosen = sections.filter((one) => one.chosen).map(({ section }) => section)
  const choose = (name: string | null) => {
    const template = templates.find((one) => one.name === name)
    setCurrent(template?.name ?? null)
    if (template) onSections(placedBy(template))
  }
  const save = () => {
    const name = naming?.trim() ?? ''
    if (name === '' || chosen.length === 0) return
    mutate({ connectionId, name, template: { name, sections: chosen } })
    setCurrent(name)
    setNaming(null)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' && event.key !== 'Escape') return
    // Neither saves the pack nor closes the dialog.
    event.preventDefault()
    event.stopPropagation()
    if (event.key === 'Enter') save()
    else setNaming(null)
  }
  if (naming !== null)
    return (
      <div className={classes.templates}>
        <TextInput
          label="Name of the template"
          autoFocus
          maxLength={60}
          value={naming}
          onKeyDown={onKeyDown}
          onChange={(event) => setNaming(event.currentTarget.value)}
        />
        <Button variant="default" disabled={naming.trim() === '' || chosen.length === 0} onClick={save}>
          Save template
        </Button>
        <Button variant="subtle" color="gray" onClick={() => setNaming(null)}>
          Back
        </Button>
      </div>
    )
  return (
    <div className={classes.templates}>
      <Select
        label="Template"
        placeholder={templates.length === 0 ? 'None saved yet' : 'Choose one'}
        disabled={templates.length === 0}
        data={templates.map(({ name }) => name)}
        value={current}
        onChange={choose}
        withScrollArea={false}
        data-autofocus={templates.length > 0 || undefined}
      />
      <Button variant="default" onClick={() => setNaming(current ?? '')}>
        Save as template…
      </Button>
      {current === null ? null : (
        <Button
          variant="subtle"
          color="gray"
          onClick={() => {
            mutate({ connectionId, name: current, template: null })
            setCurrent(null)
          }}
        >
          Remove template
        </Button>
      )}
    </div>
  )
}
