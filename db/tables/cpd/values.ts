import { Type } from 'typebox'

/** One of some words, as the column's check constraint has them. */
const oneOf = <const Word extends string>(words: readonly Word[]) =>
  Type.Unsafe<Word>(Type.String({ enum: [...words] }))

export const units = ['hours', 'credits', 'points', 'days'] as const
export const Unit = oneOf(units)
export const CapPer = oneOf(['year', 'cycle'])
export const Evidence = oneOf(['none', 'wanted', 'required'])

export const flags = ['verifiable', 'external', 'participatory'] as const
export type Flag = (typeof flags)[number]
export const Flags = Type.Unsafe<Flag[]>(Type.Array(oneOf(flags), { uniqueItems: true, maxItems: 3 }))

/** Subjects that rules ask for, such as `cultural_safety`. */
export const Tags = Type.Array(Type.String({ pattern: '^[a-z][a-z0-9_]{0,39}$' }), { uniqueItems: true, maxItems: 20 })

export const ruleKinds = [
  ...(['sum_min', 'sum_max', 'share_max', 'each_min', 'count_min', 'presence', 'one_of', 'distinct_min'] as const),
  'level_min',
] as const
export const RuleKind = oneOf(ruleKinds)
export const RulePer = oneOf(['cycle', 'year', 'rolling'])
export const ProRata = oneOf(['none', 'months', 'days'])

export const PlanState = oneOf(['draft', 'submitted', 'agreed', 'reviewed'])
export const CycleState = oneOf(['planned', 'open', 'closed'])
export const WaiverKind = oneOf(['leave', 'illness', 'part_time', 'exemption', 'other'])
export const WaiverState = oneOf(['requested', 'more_asked', 'granted', 'refused'])
/** Granted as it was asked for, with fewer days, or not at all. */
export const WaiverOutcome = oneOf(['whole', 'part', 'refused'])
/** Whom a list of an administrator names, or who has opened the link of the event. */
export const AttendedBy = oneOf(['list', 'link', 'course'])
export const AttendanceState = oneOf(['recorded', 'refused'])
export const GoalState = oneOf(['open', 'achieved', 'dropped'])
export const ActivityState = oneOf(['draft', 'recorded', 'verified', 'returned'])
export const SamePatient = oneOf(['same', 'different', 'none'])
export const Repeats = oneOf(['never', 'weekly', 'monthly'])
export const TemplateState = oneOf(['draft', 'published', 'withdrawn'])
export const FilledBy = oneOf(['self', 'supervisor', 'peer', 'anonymous'])
/** Who approves the colleagues whom a person names, before they are asked for feedback. */
export const ColleaguesApprovedBy = oneOf(['nobody', 'supervisor', 'officer'])
export const FormState = oneOf(['draft', 'submitted', 'agreed', 'returned'])
export const QualificationState = oneOf(['held', 'lapsed', 'suspended', 'unconfirmed'])
export const RelationshipKind = oneOf(['supervisor', 'alternate', 'educator', 'peer', 'provider'])
export const RelationshipState = oneOf(['requested', 'accepted', 'declined', 'ended'])
export const ProcedureRole = oneOf(['surgeon', 'first_assistant', 'second_assistant', 'observer', 'supervisor'])
export const Supervision = oneOf(['independent', 'available', 'present', 'scrubbed', 'directed'])
export const ProcedureState = oneOf(['draft', 'for_review', 'approved', 'returned'])
export const AuditState = oneOf(['notified', 'submitted', 'more_asked', 'decided', 'appealed', 'final'])
export const AuditVerdict = oneOf(['met', 'partly_met', 'not_met'])
export const ActivityVerdict = oneOf(['accepted', 'rejected', 'more_asked'])
export const TermKind = oneOf(['modality', 'region', 'type', 'structure'])
