import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import { type FieldValues, useFieldArray, useFormContext } from 'react-hook-form'
import { householdFields } from '../../../shared/records/household.ts'
import type { HouseholdCreate } from '../../../shared/service/writes.ts'
import { useDrafts, useDraftsRestored, useNewDraft } from '../../components/forms/drafts.ts'
import { FieldInputs } from '../../components/forms/FieldInput.tsx'
import { FieldGroup, Fields, FormNote } from '../../components/forms/FieldRow.tsx'
import { RecordForm } from '../../components/forms/RecordForm.tsx'
import { useSave } from '../../components/forms/use-save.ts'
import { Page } from '../../components/Page.tsx'
import { Section } from '../../components/Section.tsx'
import { EmptyState, PageSkeleton } from '../../components/States.tsx'
import { Quiet } from '../../components/Values.tsx'
import { useApi, useConnection } from '../../lib/api.ts'
import { useReadOnlyReason } from '../../lib/policy.ts'
import { emptyPrimary, mostPrimaries, PersonInputs } from '../individuals/public.ts'
import { checkNewHousehold, emptyHousehold, newHouseholdFields } from './household-values.ts'
import { OwnerField } from './OwnerField.tsx'

const places = ['First', 'Second'] as const
const offered = Object.keys(emptyPrimary)

/** Fields for up to two people who are created together with their household, as its primary clients. */
function PrimariesFields() {
  const { control, setFocus } = useFormContext<FieldValues>()
  const { fields, append, remove } = useFieldArray({ control, name: 'primary_individuals' })
  const add = () => {
    append(structuredClone(emptyPrimary), { focusName: `primary_individuals.${fields.length}.first_name` })
  }
  return (
    <>
      {fields.map((person, at) => (
        <FieldGroup
          key={person.id}
          title={`${places[at] ?? 'Another'} primary client`}
          aside={
            <Button
              variant="subtle"
              onClick={() => {
                remove(at)
                setFocus('external_id')
              }}
            >
              Remove the {(places[at] ?? 'other').toLowerCase()} primary client
            </Button>
          }
        >
          {(['name', 'address', 'roles', 'notes'] as const).map((section) => (
            <PersonInputs
              key={section}
              section={section}
              within={`primary_individuals.${at}`}
              offered={offered}
              required={['state']}
              rows={2}
            />
          ))}
        </FieldGroup>
      ))}
      <Section title={householdFields.primary_individuals.label}>
        {fields.length < mostPrimaries ? (
          <Button variant="default" onClick={add}>
            {fields.length === 0 ? 'Add a primary client' : 'Add a second primary client'}
          </Button>
        ) : (
          <Quiet>A household can have at most two primary clients.</Quiet>
        )}
      </Section>
    </>
  )
}

type Owner = { id: string; name: string | null }

function NewHouseholdForm({ owner }: { owner: Owner | null }) {
  const navigate = useNavigate()
  const { history } = useRouter()
  const connectionId = useConnection().id
  const draft = useNewDraft('households')
  const save = useSave(draft)
  const [initial] = useState(() => emptyHousehold(owner?.id ?? ''))
  return (
    <RecordForm<HouseholdCreate>
      label="New household"
      draft={draft}
      initial={initial}
      check={checkNewHousehold}
      save={async (fields) => {
        const form = history.location.pathname
        const { record_id } = await save({ action: 'create', resource: 'households', fields })
        useDrafts.getState().end(draft)
        // A user who went elsewhere during the save stays there.
        if (history.location.pathname !== form) return
        await navigate({
          to: '/c/$connectionId/households/$id',
          params: { connectionId, id: record_id },
          replace: true,
        })
      }}
      saveLabel="Create household"
      statusText={() => 'Saved on this computer first, then sent.'}
      onClose={() => history.back()}
    >
      <Fields>
        <FieldInputs
          fields={householdFields}
          names={newHouseholdFields}
          special={{ primary_relationship_owner_id: <OwnerField chosen={owner} /> }}
        />
        <FormNote>The service names the household.</FormNote>
      </Fields>
      <PrimariesFields />
    </RecordForm>
  )
}

/** Creates a household, optionally with up to two primary clients. */
export function NewHouseholdPage() {
  const api = useApi()
  const connectionId = useConnection().id
  const reason = useReadOnlyReason()
  const me = useQuery(api.places.me.queryOptions({ input: { connectionId } }))
  const id = me.data?.user_id ?? null
  const user = useQuery({
    ...api.users.get.queryOptions({ input: { connectionId, id: id ?? '' } }),
    enabled: id !== null,
  })
  const restored = useDraftsRestored()
  const waiting = !restored || me.isPending || (id !== null && user.isPending)
  const owner = user.data ? { id: user.data.record.id, name: user.data.title } : null
  return (
    <Page
      title="New household"
      crumbs={[{ label: 'Households', to: '/c/$connectionId/households', params: { connectionId } }]}
    >
      {reason !== null ? (
        <EmptyState title="Nothing can be created here" hint={reason} />
      ) : waiting ? (
        <PageSkeleton label="Loading" />
      ) : (
        <NewHouseholdForm owner={owner} />
      )}
    </Page>
  )
}
