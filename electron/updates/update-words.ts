import type { UpdateNews, UpdateQuestion } from './updates.ts'

/** A message and its explanation. */
export type Words = { message: string; detail: string }

/** A question, with the labels of the button that agrees and of the one that declines. */
export type QuestionWords = Words & { yes: string; no: string }

export function questionWords({ about, version }: UpdateQuestion): QuestionWords {
  if (about === 'download') {
    return {
      message: `Steward ${version} is available.`,
      detail: 'Nothing is installed before you are asked again.',
      yes: 'Download',
      no: 'Not now',
    }
  }
  return {
    message: `Steward ${version} is ready to be installed.`,
    detail: 'Steward closes and opens again. Changes that were not sent yet are kept.',
    yes: 'Install and restart',
    no: 'Later',
  }
}

const failures = {
  unreachable: {
    message: 'Steward could not find out about updates.',
    detail: 'Nothing was changed. Check that this computer is online, and try again.',
  },
  'not-safe': {
    message: 'The update was not installed.',
    detail:
      'It could not be downloaded whole, or could not be shown to come from the maker of Steward. Nothing was changed.',
  },
} as const

export function newsWords(news: UpdateNews): Words {
  switch (news.about) {
    case 'failed':
      return failures[news.failure]
    case 'latest':
      return { message: 'Steward is up to date.', detail: `Version ${news.version} is the latest.` }
    case 'off':
      return {
        message: 'Updates are looked after by your firm.',
        detail: `This is version ${news.version}. An administrator switched updates in Steward off on this computer.`,
      }
    case 'elsewhere':
      return {
        message: 'New versions come the way this one was installed.',
        detail: `This is version ${news.version}. Ask whoever installed it, or install the package of a newer one.`,
      }
  }
}
