import type { Category, NamedCode, Preset, Rule } from '../engine/types.ts'

/** Defaults of all presets. */
export const common = {
  checked_on: '2026-11-22',
  basis: 'found',
  notice: 'Check with your regulator.',
  unit: 'hours',
  year_starts: '01-01',
  cycle_months: 12,
  pro_rata: 'none',
  rounding: 0.01,
  keep_years: null,
} as const satisfies Partial<Preset>

/** Rules in the order in which they are shown. */
export function numbered(rules: Omit<Rule, 'position'>[]): Rule[] {
  return rules.map((rule, index) => ({ ...rule, position: index + 1 }))
}

/** A category that is counted in hours, one for one. */
export function hours(code: string, name: string, more: Partial<Category> = {}): Category {
  return { code, name, unit: 'hours', ...more }
}

/** A category that is counted in credits, one for an hour unless `more` says otherwise. */
export function credits(code: string, name: string, more: Partial<Category> = {}): Category {
  return { code, name, unit: 'credits', ...more }
}

/** Something that must be there once in a period. */
export function presence(id: string, sentence: string, more: Partial<Rule> = {}): Omit<Rule, 'position'> {
  return { id, kind: 'presence', tags: [id], amount: 1, per: 'year', sentence, ...more }
}

export const planned = presence('plan', 'A written professional development plan')
export const evaluated = presence('self_evaluation', 'A self-evaluation at the end of the year')

export const tagNames = {
  plan: { code: 'plan', name: 'Professional development plan' },
  self_evaluation: { code: 'self_evaluation', name: 'Self-evaluation' },
  cultural_safety: { code: 'cultural_safety', name: 'Cultural safety' },
  health_inequity: { code: 'health_inequity', name: 'Health inequity' },
  professionalism: { code: 'professionalism', name: 'Professionalism' },
  ethics: { code: 'ethics', name: 'Ethics' },
  peer_review: { code: 'peer_review', name: 'Peer review' },
  audit: { code: 'audit', name: 'Audit' },
  structured_conversation: { code: 'structured_conversation', name: 'Structured conversation' },
  resuscitation: { code: 'resuscitation', name: 'Resuscitation' },
} as const satisfies Record<string, NamedCode>
