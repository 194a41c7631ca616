import { Switch } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import type { ContractOutputs } from '../../../shared/ipc/contract.ts'
import { QueryView } from '../../components/QueryView.tsx'
import { useApi } from '../../lib/api.ts'
import { useForbidden } from '../../lib/policy.ts'
import classes from './missing-documents.module.css'
import { RuleProblems } from './PossiblyMissing.tsx'

type Rule = ContractOutputs['today']['rules']['rules'][number]

const setters: Readonly<Record<Rule['by'], string | null>> = {
  steward: null,
  file: 'From your rules.json.',
  policy: 'Set by your firm.',
}

function RuleSwitch({ connectionId, rule, canSwitch }: { connectionId: string; rule: Rule; canSwitch: boolean }) {
  const { mutate, isPending, variables } = useMutation(useApi().today.setRule.mutationOptions())
  const { id, name, words, source, by, on, switchable } = rule
  const describing = useId()
  const about = [words, source === '' ? '' : `${source}.`, setters[by] ?? ''].filter((part) => part !== '').join(' ')
  return (
    <li className={classes.setting}>
      {canSwitch && switchable ? (
        <Switch
          label={name}
          aria-describedby={describing}
          checked={isPending ? variables.on : on}
          onChange={({ currentTarget: { checked } }) => mutate({ connectionId, id, on: checked })}
        />
      ) : (
        <p>{name}</p>
      )}
      <p id={describing} className="note">
        {about}
      </p>
    </li>
  )
}

const groups = [
  { title: 'Documents', kinds: ['document'] },
  { title: 'Dates', kinds: ['date', 'yearly'] },
  { title: 'Data quality', kinds: ['quality'] },
] as const satisfies readonly { title: string; kinds: readonly Rule['kind'][] }[]

/** The rules of a connection, each with its words, its source and a switch. */
export function RuleSettings({ connectionId }: { connectionId: string }) {
  const query = useQuery(useApi().today.rules.queryOptions({ input: { connectionId } }))
  const canSwitch = useForbidden('today.setRule') === null
  return (
    <QueryView query={query} label="rules">
      {({ rules, source, problems }) => (
        <>
          <RuleProblems rules={{ source, problems }} />
          {groups.map(({ title, kinds }) => (
            <div key={title}>
              <h3 className={classes.group}>{title}</h3>
              <ul className="plain-list" aria-label={`Rules for ${title.toLowerCase()}`}>
                {rules
                  .filter(({ kind }) => kinds.some((one) => one === kind))
                  .map((rule) => (
                    <RuleSwitch key={rule.id} connectionId={connectionId} rule={rule} canSwitch={canSwitch} />
                  ))}
              </ul>
            </div>
          ))}
        </>
      )}
    </QueryView>
  )
}
