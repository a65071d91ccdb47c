import i18next, { type TFunction } from 'i18next'
import { namespaces, type TextDomain, type Texts } from '../../core/i18n.ts'
import type { Wrong } from './check.ts'

/** What has fields with names that people read. */
export type Formed = keyof Fields
/** The resources among them. */
export type LabelledResource = Exclude<Formed, 'website'>
export type FieldName<N extends Formed> = Extract<keyof Fields[N], string>

export function labelOf<N extends Formed>(t: TFunction, resource: N, field: FieldName<N>): string {
  // In the texts of the resource’s domain, which the types of i18next cannot follow.
  return t(`fields.${resource}.${field}` as never, { ns: namespaces })
}

export function hintOf<N extends Formed>(t: TFunction, resource: N, field: FieldName<N>): string | undefined {
  return t(`hints.${resource}.${field}` as never, { ns: namespaces, defaultValue: '' }) || undefined
}

/** A word that the API uses, as people read it. */
export function choiceOf(t: TFunction, value: string): string {
  return t(`choices.${value}` as 'choices.gps', { ns: namespaces as unknown as 'common', defaultValue: value })
}

/** What a toast says of a row; without a word for its kind in the language, nothing of what it is. */
export function doneOf(t: TFunction, resource: string, what: 'created' | 'saved' | 'removed'): string {
  const thing = thingOf(t, resource)
  return thing ? t(`form.done.${what}`, { thing }) : t(`form.${what}`)
}

/** A row within a sentence: by a word of its own, else by its name in the audit log. */
function thingOf(t: TFunction, resource: string): string {
  const textOf = (key: string) =>
    t(key as never, { ns: namespaces, defaultValue: '', fallbackLng: false }) as unknown as string
  const name = textOf(`resources.${resource}.one`)
  // German nouns and abbreviations keep their capitals.
  const keeps = i18next.language?.startsWith('de') || !/^\p{Lu}[\p{Ll} ]/u.test(name)
  return textOf(`things.${resource}`) || (keeps ? name : name.charAt(0).toLowerCase() + name.slice(1))
}

export function wrongOf(t: TFunction, wrong: Wrong | null, field: string): string | null {
  if (!wrong) return null
  const { sentence, limit = '' } = wrong
  if (sentence === 'required' && field === 'number') return t('form.wrong.numberShort')
  if (sentence === 'low') return t('form.lowest', { sentence: t('form.wrong.low'), limit })
  if (sentence === 'high') return t('form.highest', { sentence: t('form.wrong.high'), limit })
  return t(`form.wrong.${sentence}` as 'form.wrong.short', { limit })
}

/** What a row of a resource is called, or its rows. */
export function nounOf(t: TFunction, resource: string, count: 'one' | 'many'): string {
  return t(`resources.${resource}.${count}` as never, { ns: namespaces, defaultValue: resource })
}

/** The fields of every resource, which stand with the texts of its domain. */
type Fields = Merged<{ [D in TextDomain]: Texts[D] extends { fields: infer F } ? F : unknown }[TextDomain]>
type Merged<All> = (All extends unknown ? (each: All) => void : never) extends (all: infer I) => void ? I : never
