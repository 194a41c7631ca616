// The parts of this feature that other features may use.

export { MissingListButton, MissingListCommand } from './MissingListButton.tsx'
export { PossiblyMissing, RuleProblems } from './PossiblyMissing.tsx'
export { ExceptButton, RecordRules, RuleExceptions, type RuleSubject } from './RuleExceptions.tsx'
export { RuleSettings } from './RuleSettings.tsx'
export { type LeaveOut, useLeaveOut } from './use-leave-out.tsx'
