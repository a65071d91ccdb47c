import { Badge, NativeSelect, Table, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { client, guarded } from '../../core/api.ts'
import { Section } from '../../kit/page/Section.tsx'
import { keys } from '../keys.ts'
import { Notice } from '../kit/Notice.tsx'
import { type Difference, differencesOf, type Standard } from './differences.ts'
import classes from './Standard.module.css'

const colours = { added: 'teal', removed: 'orange', changed: 'blue' }

/** What another standard asks for that this one does not: a copy beside what is delivered, one year beside the next. */
export function Compare({ standard }: { standard: Standard }) {
  const { t } = useTranslation()
  const [chosen, choose] = useState<number | null>(null)
  const { data: all = [] } = useQuery({
    queryKey: keys.standards(),
    queryFn: async () => (await guarded(client.list('cpdstandard', { limit: 200 }))).data,
  })
  const others = all.filter(({ id }) => id !== standard.id)
  // The same one in its other versions, which copies are too; the newest first.
  const same = others
    .filter(({ code }) => code === standard.code)
    .sort((a, b) => b.version.localeCompare(a.version, 'en', { numeric: true }))
  const other = others.find(({ id }) => id === chosen) ?? (chosen === null ? same[0] : undefined)
  return (
    <Section title={t('cpd:standards.compare')} text={t('cpd:standards.compareText')} apart>
      <NativeSelect
        label={t('cpd:standards.with')}
        maw={480}
        value={other?.id ?? ''}
        data={[
          { value: '', label: t('form.none') },
          ...[...same, ...others.filter((each) => !same.includes(each))].map((each) => ({
            value: String(each.id),
            label: titleOf(each, t(each.organisation_id === null ? 'cpd:standards.builtIn' : 'cpd:standards.own')),
          })),
        ]}
        onChange={({ currentTarget }) => choose(Number(currentTarget.value))}
      />
      {other && <Differences before={standard} after={other} />}
    </Section>
  )
}

const titleOf = ({ name, version }: Standard, origin: string) => `${name}, ${version} (${origin})`

function Differences({ before, after }: { before: Standard; after: Standard }) {
  const { t } = useTranslation()
  const differences = differencesOf(before, after)
  if (differences.length === 0) return <Notice tone="done">{t('cpd:standards.same')}</Notice>
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by the keyboard
    <section className={classes.scroll} aria-label={t('cpd:standards.compare')} tabIndex={0}>
      <Table>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{t('cpd:standards.line')}</Table.Th>
            <Table.Th>{t('cpd:standards.difference')}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {differences.map((one) => (
            <Table.Tr key={`${one.part} ${one.code}`}>
              <Table.Td>
                <Text c="dimmed" size="sm">
                  {t(`cpd:standards.parts.${one.part}`)}
                </Text>
                {one.name}
              </Table.Td>
              <Table.Td>
                <Badge variant="light" color={colours[one.change]}>
                  {t(`cpd:standards.changes.${one.change}`)}
                </Badge>
                <Fields fields={one.fields} />
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </section>
  )
}

function Fields({ fields }: Pick<Difference, 'fields'>) {
  const { t } = useTranslation()
  return fields.map(({ field, before, after }) => (
    <div key={field}>
      {t('cpd:standards.change', {
        field: field.replaceAll('_', ' '),
        before: before || t('cpd:standards.nothing'),
        after: after || t('cpd:standards.nothing'),
      })}
    </div>
  ))
}
