import type { TFunction } from 'i18next'
import type { en } from '../locales/en.ts'
import type { Wrong } from './check.ts'

/** What has fields with names that people read. */
export type Formed = keyof (typeof en)['fields']
/** The resources among them. */
export type Named = Exclude<Formed, 'website'>
export type FieldName<N extends Formed> = Extract<keyof (typeof en)['fields'][N], string>

export function labelOf<N extends Formed>(t: TFunction, resource: N, field: FieldName<N>): string {
  // Each resource has fields of its own, which the types of i18next cannot follow.
  return t(`fields.${resource}.${field}` as 'fields.tracker.name')
}

export function hintOf<N extends Formed>(t: TFunction, resource: N, field: FieldName<N>): string | undefined {
  return t(`hints.${resource}.${field}` as 'hints.tracker.number', { defaultValue: '' }) || undefined
}

/** A word that the API uses, as people read it. */
export function choiceOf(t: TFunction, value: string): string {
  return t(`choices.${value}` as 'choices.gps', { defaultValue: value })
}

export function wrongOf(t: TFunction, wrong: Wrong | null, field: string): string | null {
  if (!wrong) return null
  const { sentence, limit = '' } = wrong
  if (sentence === 'required' && field === 'number') return t('form.wrong.numberShort')
  if (sentence === 'low') return t('form.lowest', { sentence: t('form.wrong.low'), limit })
  if (sentence === 'high') return t('form.highest', { sentence: t('form.wrong.high'), limit })
  return t(`form.wrong.${sentence}` as 'form.wrong.short', { limit })
}
