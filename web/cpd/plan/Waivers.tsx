import schema from 'virtual:resource/devwaiver'
import { Badge, Button, Group, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { CreateBody, Row } from '#api/client.ts'
import { client, guarded } from '../../core/api.ts'
import { useAction } from '../../kit/actions/useAction.ts'
import { useTimes } from '../../kit/format/useTimes.ts'
import { FieldGroup } from '../../kit/forms/FieldGroup.tsx'
import { choiceOf } from '../../kit/forms/labels.ts'
import { ResourceForm } from '../../kit/forms/ResourceForm.tsx'
import { refresh } from '../../kit/lists/useBulk.ts'
import { Section } from '../../kit/page/Section.tsx'
import { showSuccess } from '../../kit/ui/showToast.ts'
import { keys } from '../keys.ts'
import { stateColour } from '../kit/states.ts'
import { useManages } from '../kit/useManages.ts'
import classes from './Goals.module.css'

/** Time that does not count against the person: asked for by them, decided by administrators. */
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
            <Waiver key={waiver.id} waiver={waiver} decides={administers && !is_own} is_own={is_own} />
          ))}
        </ul>
      )}
      {is_own && (
        // Folded again once it is asked for.
        <FieldGroup key={asked} title={t('cpd:waivers.ask')} folded>
          <ResourceForm
            resource="devwaiver"
            body={schema.create!}
            row={{ kind: 'leave' }}
            all
            fields={['kind', 'from', 'to', 'reason']}
            submit={t('cpd:waivers.ask')}
            save={async (body) => {
              const waiver = { ...(body as object), devplan_id: plan.id } as CreateBody<'devwaiver'>
              await guarded(client.create('devwaiver', waiver))
              await refresh('devwaiver')
              showSuccess(t('cpd:waivers.asked'))
              setAsked((count) => count + 1)
            }}
          />
        </FieldGroup>
      )}
    </Section>
  )
}

function Waiver({ waiver, decides, is_own }: WaiverProps) {
  const { t } = useTranslation()
  const { day } = useTimes()
  const { id, kind, from, to, reason, state, modified_at } = waiver
  // What counts depends on it.
  const { run: attempt } = useAction({ changes: ['devwaiver', 'devactivity'] })
  // What is decided is the request as it was read.
  const decide = (to: 'granted' | 'refused') =>
    attempt(() => client.update('devwaiver', { id, modified_at, state: to }))
  return (
    <li className={classes.goal}>
      <div className={classes.head}>
        <span className={classes.text}>
          {kind === null ? t('cpd:waivers.one') : choiceOf(t, kind)}, {day(from)} – {day(to)}
        </span>
        <Badge variant="light" color={stateColour(state)}>
          {choiceOf(t, state)}
        </Badge>
      </div>
      {reason && (
        <Text size="sm" c="dimmed">
          {reason}
        </Text>
      )}
      {state === 'requested' && (decides || is_own) && (
        <Group gap="sm" mt={8}>
          {decides && (
            <>
              <Button size="compact-sm" onClick={() => decide('granted')}>
                {t('cpd:waivers.grant')}
              </Button>
              <Button size="compact-sm" variant="default" onClick={() => decide('refused')}>
                {t('cpd:waivers.refuse')}
              </Button>
            </>
          )}
          {is_own && (
            <Button size="compact-sm" variant="default" onClick={() => attempt(() => client.remove('devwaiver', id))}>
              {t('cpd:waivers.withdraw')}
            </Button>
          )}
        </Group>
      )}
    </li>
  )
}

type WaiverProps = { waiver: Row<'devwaiver'>; decides: boolean; is_own: boolean }
