import { countOf } from '../../../shared/domain/counts.ts'
import { lesserLevels } from '../../../shared/domain/program-levels.ts'
import type { PolicyState } from '../../../shared/ipc/policy.ts'
import { levelWords, mostLevels } from '../../lib/program-words.ts'

type Policy = PolicyState['policy']

/** One setting that the firm manages: its title and the rule in words. */
export type Decision = { title: string; words: string }

const hours = (count: number): string =>
  count % 24 === 0 ? `${count / 24} ${count === 24 ? 'day' : 'days'}` : `${count} ${count === 1 ? 'hour' : 'hours'}`

const ifSet = <Value>(value: Value | undefined, decision: (value: Value) => Decision): Decision[] =>
  value === undefined ? [] : [decision(value)]

/** Keyed by policy setting, so that a missing one fails to compile; empty if the firm does not manage it. */
const words: Readonly<Record<keyof Policy, (policy: Policy) => Decision[]>> = {
  allowed_base_urls: (policy) =>
    ifSet(policy.allowed_base_urls, (addresses) => ({
      title: 'Services',
      words: addresses.length === 0 ? 'No service is allowed.' : `Only these are allowed: ${addresses.join(', ')}`,
    })),
  connection: (policy) =>
    ifSet(policy.connection, ({ name, base_url }) => ({
      title: 'Connection',
      words: `${name === '' ? base_url : `${name} (${base_url})`} is set up by your firm.`,
    })),
  read_only: (policy) =>
    ifSet(policy.read_only, (decided) => ({
      title: 'Changes',
      words: decided ? 'No changes can be made from this computer.' : 'Records may be changed.',
    })),
  max_cache_age_hours: (policy) =>
    ifSet(policy.max_cache_age_hours, (count) => ({
      title: 'Offline copies',
      words: `An offline copy not checked with the service for ${hours(count)} is removed from this computer.`,
    })),
  no_export: (policy) =>
    ifSet(policy.no_export, (decided) => ({
      title: 'Exports and printing',
      words: decided ? 'Lists, activity and documents cannot be exported or printed.' : 'Both are allowed.',
    })),
  no_save_as: (policy) =>
    ifSet(policy.no_save_as, (decided) => ({
      title: 'Files of documents',
      words: decided
        ? 'Files cannot be saved elsewhere, dragged out or opened in other programs.'
        : 'Files may be saved elsewhere and opened in other programs.',
    })),
  no_statements: (policy) =>
    ifSet(policy.no_statements, (decided) => ({
      title: 'Statements',
      words: decided
        ? 'Custodians’ files cannot be read as statements.'
        : 'Custodians’ files may be read as statements.',
    })),
  no_document_text: (policy) =>
    ifSet(policy.no_document_text, (decided) => ({
      title: 'Search in documents',
      words: decided ? 'The text of documents cannot be searched.' : 'The text of documents may be searched.',
    })),
  no_text_without_file: (policy) =>
    ifSet(policy.no_text_without_file, (decided) => ({
      title: 'Text of removed files',
      words: decided
        ? 'The text of a document is deleted when its file is removed from this computer.'
        : 'The text of a document may stay when its file is removed from this computer.',
    })),
  no_other_programs: (policy) =>
    ifSet(policy.no_other_programs, (decided) => ({
      title: 'Other programs',
      words: decided
        ? 'Other programs cannot read anything through Steward.'
        : 'Other programs may read through Steward, if you switch it on.',
    })),
  other_programs: (policy) =>
    ifSet(policy.other_programs, (most) => ({
      title: 'What other programs may read',
      words: `At most: ${levelWords(lesserLevels(mostLevels, most))}.`,
    })),
  idle_minutes: (policy) =>
    ifSet(policy.idle_minutes, (count) => ({
      title: 'Lock',
      words: `Steward locks after ${count === 1 ? 'one minute' : `${count} minutes`} without a key or the mouse, or sooner.`,
    })),
  rules: (policy) =>
    ifSet(policy.rules, ({ rules = [], off = [] }) => ({
      title: 'Rules for documents and dates',
      words: `${countOf(rules.length, 'rule is', 'rules are')} your firm’s${off.length === 0 ? '' : `, and ${countOf(off.length, 'is', 'are')} off`}.`,
    })),
  security_kinds: (policy) =>
    ifSet(policy.security_kinds, ({ kinds }) => ({
      title: 'Kinds of securities',
      words: `Statements take the asset class of ${Object.keys(kinds).length === 1 ? 'one kind' : `${Object.keys(kinds).length} kinds`} of securities from your firm’s table.`,
    })),
  unreadable: (policy) =>
    ifSet(policy.unreadable, (known) => ({
      title: 'Policy',
      words: `Your firm’s policy cannot be read. Until it can, nothing can be added, signed in to or exported, and ${
        known === 'kept' ? 'the last one that could be read applies.' : 'no service is contacted.'
      }`,
    })),
  updates: (policy) =>
    ifSet(policy.updates, (decided) => ({
      title: 'New versions',
      words:
        decided === 'off'
          ? 'Steward does not look for new versions.'
          : 'Steward looks for them only when you ask, and never installs them without asking.',
    })),
}

/** All settings that the firm manages on this computer, in plain words. */
export const decisions = (policy: Policy): Decision[] => Object.values(words).flatMap((decide) => decide(policy))
