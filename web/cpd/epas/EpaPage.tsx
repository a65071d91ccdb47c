import schema from 'virtual:resource/cpdepa'
import { Textarea } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import type { CreateBody, Row, UpdateBody } from '#api/client.ts'
import { client, guarded } from '../../core/api.ts'
import { paths } from '../../core/paths.ts'
import { useSession } from '../../core/session.ts'
import { CancelLink } from '../../kit/forms/CancelLink.tsx'
import { ResourceForm } from '../../kit/forms/ResourceForm.tsx'
import { refresh } from '../../kit/lists/useBulk.ts'
import { Page } from '../../kit/page/Page.tsx'
import { Loaded } from '../../kit/record/Loaded.tsx'
import { RemoveSection } from '../../kit/record/RemoveSection.tsx'
import { useRecord } from '../../kit/record/useRecord.ts'
import { updateRecord, useRecordActions } from '../../kit/record/useRecordActions.ts'
import { showSuccess } from '../../kit/ui/showToast.ts'

/** The entrustable activity of `?id=`, or a new one, with a sentence for each level of supervision. */
export function EpaPage() {
  const { t } = useTranslation()
  const record = useRecord('cpdepa')
  if (record.id === null) {
    return (
      <Page title={t('cpd:epas.new')}>
        <EpaForm />
      </Page>
    )
  }
  return (
    <Loaded query={record} title={t('cpd:epas.one')} missing={t('cpd:epas.missing')}>
      {(row) => (
        <Page title={`${row.code} ${row.name}`}>
          <EpaForm key={row.modified_at} stored={row} />
        </Page>
      )}
    </Loaded>
  )
}

const steps = ['one', 'two', 'three', 'four', 'five'] as const

function EpaForm({ stored }: { stored?: Row<'cpdepa'> }) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const organisation_id = useSession((session) => session.organisation_id)!
  const begun = steps.map((step) => t(`cpd:epas.sentences.${step}`))
  const [levels, setLevels] = useState<string[]>(stored?.levels ?? begun)
  const { remove } = useRecordActions('cpdepa', { page: paths.epa, list: paths.epas })
  const changed = stored !== undefined && JSON.stringify(levels) !== JSON.stringify(stored.levels)
  async function save(body: object) {
    if (stored) {
      await updateRecord('cpdepa', stored, { ...(body as UpdateBody<'cpdepa'>), ...(changed && { levels }) })
    } else {
      const made = { ...(body as CreateBody<'cpdepa'>), levels, organisation_id }
      const { data } = await guarded(client.create('cpdepa', made))
      await refresh('cpdepa')
      navigate(paths.epa({ id: data.id }), { replace: true })
    }
    showSuccess(t('cpd:epas.saved'))
  }
  return (
    <>
      <ResourceForm
        resource="cpdepa"
        body={stored ? schema.update! : schema.create!}
        row={stored ?? { required_times: 1, required_assessors: 1, active: true }}
        all={!stored as true}
        required={['code', 'name']}
        changed={changed}
        groups={[
          {
            fields: ['code', 'name', 'description'],
            extra: levels.map((level, i) => (
              <Textarea
                // biome-ignore lint/suspicious/noArrayIndexKey: there are five, which stay
                key={i}
                label={t('cpd:epas.level', { level: i + 1 })}
                autosize
                maxLength={300}
                value={level}
                onChange={({ currentTarget }) =>
                  setLevels(levels.map((before, at) => (at === i ? currentTarget.value : before)))
                }
              />
            )),
          },
          {
            title: t('cpd:epas.required'),
            level: 2,
            fields: ['required_level', 'required_times', 'required_assessors'],
          },
          { title: t('cpd:activities.groups.more'), level: 2, folded: true, fields: ['position', 'active'] },
        ]}
        submit={stored ? t('form.save') : t('form.create')}
        save={save as never}
        cancel={<CancelLink to={paths.epas()} />}
      />
      {stored && <RemoveSection run={() => remove(stored.id)} />}
    </>
  )
}
