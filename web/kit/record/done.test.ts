import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import i18next from 'i18next'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { namespaces } from '../../core/i18n.ts'
import { doneOf } from '../forms/labels.ts'

const web = join(import.meta.dirname, '../..')

beforeAll(async () => {
  const loaded = await Promise.all(
    namespaces.map(async (name) => [name, Object.values(await import(`../../locales/en/${name}.ts`))[0]] as const),
  )
  const de = {
    tracking: { resources: { driver: { one: 'Fahrerin oder Fahrer' } } },
    common: { form: { done: { created: 'Erstellt: {{thing}}.' }, created: 'Erstellt.' } },
  }
  await i18next.init({ lng: 'en', fallbackLng: 'en', ns: namespaces, defaultNS: 'common', resources: { de } })
  for (const [name, texts] of loaded) i18next.addResourceBundle('en', name, texts)
})
afterAll(() => i18next.changeLanguage('en'))

it('names what was created, by the word of toasts or the name in the audit log', async () => {
  expect(doneOf(i18next.t, 'reportconfig', 'created')).toBe('The report has been created.')
  expect(doneOf(i18next.t, 'trackergroup', 'saved')).toBe('The group of trackers has been saved.')
  expect(doneOf(i18next.t, 'apikey', 'removed')).toBe('The API key has been deleted.')
  await i18next.changeLanguage('de')
  expect(doneOf(i18next.t, 'driver', 'created')).toBe('Erstellt: Fahrerin oder Fahrer.')
  expect(doneOf(i18next.t, 'product', 'created')).toBe('Erstellt.')
  await i18next.changeLanguage('en')
})

it('has a name for each resource of which pages create, save and delete rows', () => {
  const pages = readdirSync(web, { recursive: true, encoding: 'utf8' }).filter(
    (path) => /\.tsx?$/.test(path) && !/^(dist|locales)|^kit.plain|\.test\./.test(path),
  )
  const named = pages.flatMap((path) => [
    ...readFileSync(join(web, path), 'utf8').matchAll(
      /(?:useRecordActions\(|doneOf\(\s*t,\s*|<RecordPage\s+resource=|\bresource: (?='\w+',\s+schema))["']([a-z/]+)["']/g,
    ),
  ])
  const resources = [...new Set(named.map(([, name]) => name!))]
  expect(resources.length).toBeGreaterThan(40)
  expect(resources.filter((name) => doneOf(i18next.t, name, 'created') === i18next.t('form.created'))).toEqual([])
})
