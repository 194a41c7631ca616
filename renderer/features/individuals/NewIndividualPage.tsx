import { Button } from '@mantine/core'
import { IconCheck, IconHome, IconUsersGroup } from '@tabler/icons-react'
import { useNavigate, useRouter } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { type FieldValues, useFormContext, useWatch } from 'react-hook-form'
import { localToday } from '../../../shared/domain/days.ts'
import { lifeProblems } from '../../../shared/domain/life-dates.ts'
import type { Household } from '../../../shared/service/household.ts'
import { dateOfDeath, type IndividualCreate, individualCreate } from '../../../shared/service/writes.ts'
import { useDrafts, useDraftsRestored, useNewDraft } from '../../components/forms/drafts.ts'
import { FormNote } from '../../components/forms/FieldRow.tsx'
import { checkBody, type FormValues, filledIn } from '../../components/forms/form-values.ts'
import { RecordForm } from '../../components/forms/RecordForm.tsx'
import { useSave } from '../../components/forms/use-save.ts'
import { Page } from '../../components/Page.tsx'
import { EmptyState, PageSkeleton } from '../../components/States.tsx'
import { RecordText } from '../../components/Values.tsx'
import { useConnection } from '../../lib/api.ts'
import { useReadOnlyReason } from '../../lib/policy.ts'
import { RecordView } from '../records/public.ts'
import { familyNameOf, type Suggestion, sharedAddressOf, standingOf } from './household-suggestions.ts'
import { useOtherPrimaries } from './IndividualForm.tsx'
import classes from './individuals.module.css'
import { PersonFields } from './PersonFields.tsx'
import { emptyPerson } from './person-values.ts'

const drawn = { size: 14, stroke: 1.75, 'aria-hidden': true } as const

type OfferProps = { what: string; icon: ReactNode; suggestion: Suggestion }

/** Fills its fields in when it is pressed, and leads there; without effect once the fields say something. */
function Offer({ what, icon, suggestion }: OfferProps) {
  const form = useFormContext<FieldValues>()
  const names = Object.keys(suggestion.values)
  const typed: readonly unknown[] = useWatch<FieldValues>({ control: form.control, name: names })
  const now = Object.fromEntries(names.map((name, at) => [name, String(typed[at] ?? '')]))
  const standing = standingOf(suggestion, now)
  const take = () => {
    for (const [name, value] of Object.entries(suggestion.values)) {
      if (value !== '') form.setValue(name, value, { shouldDirty: true, shouldValidate: form.formState.isSubmitted })
    }
    const [first] = names
    // The user sees the filled-in values before saving them.
    if (first !== undefined) form.setFocus(first)
  }
  return (
    <Button
      variant="default"
      size="xs"
      className={classes.offer}
      leftSection={standing === 'taken' ? <IconCheck {...drawn} /> : icon}
      disabled={standing !== 'fits'}
      onClick={take}
    >
      <span>
        {what}:&nbsp;<RecordText>{suggestion.text}</RecordText>
      </span>
    </Button>
  )
}

/** Offers the family name and the address of a household's primary clients for a new person. Nothing is filled in unasked. */
function HouseholdSuggestions({ household: { primary_individuals } }: { household: Household }) {
  const primaries = primary_individuals ?? []
  const name = familyNameOf(primaries)
  const address = sharedAddressOf(primaries)
  if (name === null && address === null) return null
  return (
    <fieldset className={`wrap ${classes.offers}`}>
      <legend>From the household</legend>
      {name === null ? null : <Offer what="Family name" icon={<IconUsersGroup {...drawn} />} suggestion={name} />}
      {address === null ? null : <Offer what="Address" icon={<IconHome {...drawn} />} suggestion={address} />}
    </fieldset>
  )
}

const emptyNew = { ...emptyPerson, date_of_death: '' }

/** A new person with a date of death, which the service accepts only in an update of an existing person. */
const newPerson = individualCreate.extend({ date_of_death: dateOfDeath })

type NewPerson = IndividualCreate & { date_of_death?: string | undefined }

function NewIndividualForm({ household }: { household: Household }) {
  const navigate = useNavigate()
  const { history } = useRouter()
  const connectionId = useConnection().id
  const draft = useNewDraft(`individuals/${household.id}`)
  const save = useSave(draft)
  const others = useOtherPrimaries(household.id, null)
  return (
    <RecordForm<NewPerson>
      label="New person"
      draft={draft}
      initial={emptyNew}
      reads={others.read}
      check={(values) => {
        const fields = filledIn(values as FormValues)
        const { is_primary: primary } = fields
        const crowded = primary === true ? others.problem() : null
        const life = lifeProblems(fields, { changed: Object.keys(fields), today: localToday() })
        return checkBody(
          newPerson,
          { ...fields, household_id: household.id },
          crowded === null ? life : { ...life, is_primary: crowded },
        )
      }}
      save={async ({ date_of_death: died, ...fields }) => {
        const form = history.location.pathname
        const { record_id } = await save({ action: 'create', resource: 'individuals', fields, date_of_death: died })
        useDrafts.getState().end(draft)
        // A user who went elsewhere during the save stays there.
        if (history.location.pathname !== form) return
        const params = { connectionId, id: record_id }
        await navigate({ to: '/c/$connectionId/individuals/$id', params, replace: true })
      }}
      saveLabel="Create person"
      statusText={() => 'Saved on this computer first, then sent.'}
      onClose={() => history.back()}
    >
      <PersonFields offers={<HouseholdSuggestions household={household} />} />
      <FormNote>The household cannot be changed later.</FormNote>
    </RecordForm>
  )
}

/** Adds an individual to a household. */
export function NewIndividualPage() {
  const connectionId = useConnection().id
  const reason = useReadOnlyReason()
  const restored = useDraftsRestored()
  return (
    <RecordView resource="households" inside="individuals/new">
      {({ record, title }) => (
        <Page
          title="New person"
          crumbs={[
            { label: 'Households', to: '/c/$connectionId/households', params: { connectionId } },
            { label: title, to: '/c/$connectionId/households/$id', params: { connectionId, id: record.id } },
          ]}
        >
          {reason !== null ? (
            <EmptyState title="Nothing can be created here" hint={reason} />
          ) : restored ? (
            <NewIndividualForm key={record.id} household={record} />
          ) : (
            <PageSkeleton label="Loading" />
          )}
        </Page>
      )}
    </RecordView>
  )
}
