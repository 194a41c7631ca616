import { Button } from '@mantine/core'
import { IconCheck, IconHome, IconUsersGroup } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { type FieldValues, useFormContext, useWatch } from 'react-hook-form'
import type { Household } from '../../../shared/service/household.ts'
import { RecordText } from '../../components/Values.tsx'
import { familyNameOf, type Suggestion, sharedAddressOf, standingOf } from './household-suggestions.ts'
import classes from './individuals.module.css'

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
export function HouseholdSuggestions({ household: { primary_individuals } }: { household: Household }) {
  const primaries = primary_individuals ?? []
  const name = familyNameOf(primaries)
  const address = sharedAddressOf(primaries)
  if (name === null && address === null) return null
  return (
    <fieldset className={classes.offers}>
      <legend>From the household</legend>
      {name === null ? null : <Offer what="Family name" icon={<IconUsersGroup {...drawn} />} suggestion={name} />}
      {address === null ? null : <Offer what="Address" icon={<IconHome {...drawn} />} suggestion={address} />}
    </fieldset>
  )
}
