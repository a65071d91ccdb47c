import { Button, Checkbox, Group, Stack } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { restore } from '../../core/session.ts'
import type { Feature } from '../../core/types.ts'
import { RefusalAlert } from '../../kit/forms/RefusalAlert.tsx'
import { useSending } from '../../kit/forms/useSending.ts'
import { Section } from '../../kit/page/Section.tsx'
import { useOrganisationConfig } from './useOrganisationConfig.ts'

const features = ['tracking', 'files', 'cpd', 'billing'] as const satisfies Feature[]
/** Of an organisation without settings. */
const initial: Feature[] = ['tracking', 'files']

/** What the organisation has: menus, pages and calls of the rest do not exist for it. Platform administrators decide. */
export function Features({ organisation_id }: { organisation_id: number }) {
  const { data, save } = useOrganisationConfig(organisation_id)
  if (data === undefined) return null
  const stored = (data?.features as Feature[] | undefined) ?? initial
  return <Choice key={stored.join()} stored={stored} save={save} />
}

function Choice({ stored, save }: { stored: Feature[]; save: (body: Record<string, unknown>) => Promise<void> }) {
  const { t } = useTranslation()
  const [chosen, setChosen] = useState<string[]>(stored)
  const { busy, refusal, send } = useSending()
  const changed = features.some((feature) => chosen.includes(feature) !== stored.includes(feature))
  const apply = () =>
    send(async () => {
      await save({ features: features.filter((feature) => chosen.includes(feature)) })
      // The session has the features of each organisation, which the menu shows.
      await restore()
    })
  return (
    <Section title={t('organisations:organisation.features')} text={t('organisations:organisation.featuresText')}>
      <RefusalAlert refusal={refusal} />
      <Checkbox.Group value={chosen} onChange={setChosen} aria-label={t('organisations:organisation.features')}>
        <Stack gap="sm">
          {features.map((feature) => (
            <Checkbox key={feature} value={feature} label={t(`feature.names.${feature}`)} />
          ))}
        </Stack>
      </Checkbox.Group>
      <Group>
        <Button onClick={apply} loading={busy} disabled={!changed}>
          {t('organisations:organisation.featuresApply')}
        </Button>
      </Group>
    </Section>
  )
}
