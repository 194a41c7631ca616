import type { ExportUseCases, SavedFile } from './exports.ts'
import type { PreferencesFile } from './preferences-file.ts'

/** What a person set on this computer, as a file for another one. */
export type SettingsUseCases = {
  /** Null when the person chose no file. */
  exportFile(): Promise<SavedFile | null>
}

/** {@link SettingsUseCases} over the preferences. */
export function createSettingsUseCases(options: {
  preferences: PreferencesFile
  exports: ExportUseCases
}): SettingsUseCases {
  return {
    async exportFile() {
      const text = `${JSON.stringify({ steward_settings: 1, preferences: await options.preferences.get() }, null, 2)}\n`
      return options.exports.saveText({ suggestedName: 'Steward settings.json', text })
    },
  }
}
