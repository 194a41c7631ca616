import type { UpdateNews, UpdateQuestion } from './updates.ts'

/** A message and its explanation. */
export type Words = { message: string; detail: string }

/** A question, with the labels of the button that agrees and of the one that declines. */
export type QuestionWords = Words & { yes: string; no: string }

export function questionWords({ about, version }: UpdateQuestion): QuestionWords {
  if (about === 'download') {
    return {
      message: `Steward ${version} is available.`,
      detail: 'You will be asked again before anything is installed.',
      yes: 'Download',
      no: 'Not now',
    }
  }
  return {
    message: `Steward ${version} is ready to be installed.`,
    detail: 'Steward closes and reopens. Unsent changes are kept.',
    yes: 'Install and restart',
    no: 'Later',
  }
}

const failures = {
  unreachable: {
    message: 'Steward could not check for updates.',
    detail: 'Nothing was changed. Check that this computer is online, and try again.',
  },
  'not-safe': {
    message: 'The update was not installed.',
    detail:
      'It could not be downloaded completely, or could not be verified as coming from the publisher of Steward. Nothing was changed.',
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
        message: 'Your firm manages updates.',
        detail: `This is version ${news.version}. An administrator turned off updates in Steward on this computer.`,
      }
    case 'elsewhere':
      return {
        message: 'Update Steward the way it was installed.',
        detail: `This is version ${news.version}. Ask the person who installed it, or install the package of a newer version.`,
      }
  }
}
