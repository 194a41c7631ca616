import type { OptionsFilter } from '@mantine/core'
import type { UseQueryResult } from '@tanstack/react-query'
import { foldLetters } from '../../../shared/domain/fold.ts'

/**
 * The options of a list that the main process searches. Until it has answered for the typed text, the options are those of an earlier
 * text: only those whose label contains the typed one are shown, so that Enter never selects a record that was not typed.
 */
export const searchedOptions =
  (isAnswered: boolean): OptionsFilter =>
  ({ options, search }) => {
    const typed = foldLetters(search.trim())
    if (isAnswered || typed === '') return options
    return options.filter((option) => 'label' in option && foldLetters(option.label).includes(typed))
  }

/** Said in place of the options of a list: that none matches only once they were read. */
export const noMatches = ({ data, isError }: Pick<UseQueryResult, 'data' | 'isError'>): string =>
  data !== undefined ? 'No matches.' : isError ? 'The choices could not be read.' : 'Loading…'

/** The same where the options are searched as one types. */
export const noneFound = (query: { isAnswered: boolean; isError: boolean }, none = 'No matches.'): string =>
  query.isAnswered ? none : query.isError ? 'The choices could not be read.' : 'Searching…'
