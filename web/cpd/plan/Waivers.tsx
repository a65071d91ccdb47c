import schema from 'virtual:resource/devwaiver'
import { Badge, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import type { CreateBody, Row } from '#api/client.ts'
import { client, guarded } from '../../core/api.ts'
import { paths } from '../../core/paths.ts'
import { FieldGroup } from '../../kit/forms/FieldGroup.tsx'
import { choiceOf } from '../../kit/forms/labels.ts'
import { ResourceForm } from '../../kit/forms/ResourceForm.tsx'
import { refresh } from '../../kit/lists/useBulk.ts'
import { Section } from '../../kit/page/Section.tsx'
import { showSuccess } from '../../kit/ui/showToast.ts'
import { keys } from '../keys.ts'
import { useEvidence } from '../kit/EvidenceField.tsx'
import { stateColour } from '../kit/states.ts'
import { useManages } from '../kit/useManages.ts'
import { ShareFields, useGrantedText, useWholeLeave } from '../waivers/Granted.tsx'
import classes from './Goals.module.css'

/** Time that does not count against the person: asked for by them, decided by administrators on its page. */
export function Waivers({ plan, is_own }: { plan: Row<'devplan'>; is_own: boolean }) {
  const { t } = useTranslation()
  const administers = useManages(plan.organisation_id)
  const [asked, setAsked] = useState(0)
  const { data: waivers = [] } = useQuery({
    queryKey: keys.waivers(plan.id),
    queryFn: async () => (await guarded(client.list('devwaiver', { devplan_id: plan.id, limit: 100 }))).data,
    staleTime: 0,
  })
  if (waivers.length === 0 && !is_own) return null
  const text = is_own ? 'text' : administers ? 'textDecides' : 'textOthers'
  return (
    <Section title={t('cpd:waivers.title')} text={t(`cpd:waivers.${text}`)} apart>
      {waivers.length > 0 && (
        <ul className={classes.list}>
          {waivers.map((waiver) => (
            <Waiver key={waiver.id} waiver={waiver} />
          ))}
        </ul>
      )}
      {is_own && (
        // Folded again once it is asked for.
        <FieldGroup key={asked} title={t('cpd:waivers.ask')} folded>
          <Ask plan={plan} done={() => setAsked((count) => count + 1)} />
        </FieldGroup>
      )}
    </Section>
  )
}

function Ask({ plan, done }: { plan: Row<'devplan'>; done: () => void }) {
  const { t } = useTranslation()
  const { ids, uploading, field } = useEvidence(plan.organisation_id)
  const [share, setShare] = useState<Share>({ percent: 100, requirements: [] })
  return (
    <ResourceForm
      resource="devwaiver"
      body={schema.create!}
      row={{ kind: 'leave' }}
      all
      fields={['kind', 'from', 'to', 'reason']}
      extra={() => (
        <>
          <ShareFields devplan_id={plan.id} {...share} change={(more) => setShare({ ...share, ...more })} />
          {field}
        </>
      )}
      busy={uploading}
      submit={t('cpd:waivers.ask')}
      save={async (body) => {
        const evidence = ids.length > 0 && { evidence: ids }
        const waiver = { ...(body as object), ...share, ...evidence, devplan_id: plan.id } as CreateBody<'devwaiver'>
        await guarded(client.create('devwaiver', waiver))
        await refresh('devwaiver')
        showSuccess(t('cpd:waivers.asked'))
        done()
      }}
    />
  )
}

function Waiver({ waiver }: { waiver: Row<'devwaiver'> }) {
  const { t } = useTranslation()
  const granted = useGrantedText(waiver.devplan_id)
  const whole = useWholeLeave(waiver)
  const { id, kind, state, outcome, appealed } = waiver
  return (
    <li className={classes.goal}>
      <div className={classes.head}>
        <Link to={paths.waiver({ id })} className={classes.text}>
          {kind === null ? t('cpd:waivers.one') : choiceOf(t, kind)}, {granted(waiver)}
        </Link>
        <Badge variant="light" color={stateColour(appealed ? 'appealed' : state)}>
          {choiceOf(t, appealed ? 'appealed' : outcome === 'part' ? 'part' : state)}
        </Badge>
      </div>
      {whole && (
        <Text c="dimmed" size="sm">
          {whole}
        </Text>
      )}
    </li>
  )
}

type Share = Pick<Row<'devwaiver'>, 'percent' | 'requirements'>
