import schema from 'virtual:resource/cpdauditdraw'
import { Button, NativeSelect } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useNavigate } from 'react-router'
import type { CreateBody, Row } from '#api/client.ts'
import { client, guarded } from '../../core/api.ts'
import { paths } from '../../core/paths.ts'
import { useSession } from '../../core/session.ts'
import { Copyable } from '../../kit/copy/Copyable.tsx'
import { useTimes } from '../../kit/format/useTimes.ts'
import { ResourceForm } from '../../kit/forms/ResourceForm.tsx'
import { refresh } from '../../kit/lists/useBulk.ts'
import { Page } from '../../kit/page/Page.tsx'
import { Section } from '../../kit/page/Section.tsx'
import { Loaded } from '../../kit/record/Loaded.tsx'
import { useRecord } from '../../kit/record/useRecord.ts'
import { Facts } from '../../kit/ui/Facts.tsx'
import { cyclesOf } from '../cycles/queries.ts'
import { Notify } from './Notify.tsx'

/** The draw of `?id=`, or a new one. A draw is not changed afterwards. */
export function AuditDrawPage() {
  const { t } = useTranslation()
  const record = useRecord('cpdauditdraw')
  if (record.id === null) return <New />
  return (
    <Loaded query={record} title={t('cpd:draws.title')} missing={t('cpd:draws.missing')}>
      {(draw) => <Shown draw={draw} />}
    </Loaded>
  )
}

function New() {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const organisation_id = useSession((session) => session.organisation_id)!
  const { data: cycles = [] } = useQuery(cyclesOf(organisation_id))
  const [selected, setSelected] = useState<number | null>(null)
  const devcycle_id = selected ?? (cycles.find(({ state }) => state === 'open') ?? cycles[0])?.id
  async function draw({ seed, ...body }: Partial<CreateBody<'cpdauditdraw'>>) {
    // An empty one is not sent, so that the server takes a random one.
    const given = { ...body, ...(seed && { seed }), devcycle_id: devcycle_id! }
    const { data } = await guarded(client.create('cpdauditdraw', given))
    await refresh('cpdauditdraw')
    navigate(paths.auditDraw({ id: data.id }), { replace: true })
  }
  return (
    <Page title={t('cpd:draws.new')}>
      <Section text={t('cpd:draws.formText')}>
        <ResourceForm
          resource="cpdauditdraw"
          body={schema.create!}
          row={{ percent: 5 }}
          all
          required={['percent']}
          changed={devcycle_id !== undefined}
          groups={[
            {
              fields: ['percent', 'seed'],
              extra: (
                <NativeSelect
                  label={t('cpd:dashboard.cycle')}
                  value={devcycle_id ?? ''}
                  data={cycles.map(({ id, name }) => ({ value: String(id), label: name }))}
                  onChange={({ currentTarget }) => setSelected(Number(currentTarget.value))}
                />
              ),
            },
          ]}
          submit={t('cpd:draws.draw')}
          save={draw as never}
        />
      </Section>
    </Page>
  )
}

function Shown({ draw }: { draw: Row<'cpdauditdraw'> }) {
  const { t } = useTranslation()
  const { moment } = useTimes()
  const { id, cycle, devcycle_id, percent, people, drawn, drawn_by, seed, created_at } = draw
  return (
    <Page
      title={t('cpd:draws.heading', { cycle })}
      actions={
        <Button component={Link} to={paths.matrix({ draw: id })}>
          {t('cpd:draws.matrix')}
        </Button>
      }
    >
      <Facts
        facts={[
          [t('cpd:fields.cpdauditdraw.created_at'), moment(created_at)],
          [t('cpd:fields.cpdauditdraw.drawn_by'), drawn_by],
          [t('cpd:fields.cpdauditdraw.percent'), t('cpd:draws.share', { percent })],
          [t('cpd:fields.cpdauditdraw.people'), people],
          [
            t('cpd:fields.cpdauditdraw.seed'),
            <Copyable key="seed" what={t('cpd:fields.cpdauditdraw.seed')} text={seed} />,
          ],
        ]}
      />
      <Notify draw={draw} />
      <Section title={t('cpd:draws.drawn', { count: drawn.length })} text={t('cpd:draws.repeat')} apart>
        <ol>
          {drawn.map(({ user_id, person }) => (
            <li key={user_id}>
              <Link to={paths.cpdReport(user_id, devcycle_id)}>{person ?? t('cpd:draws.gone')}</Link>
            </li>
          ))}
        </ol>
      </Section>
    </Page>
  )
}
