import schema from 'virtual:resource/devcycle'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import type { CreateBody, Row, UpdateBody } from '#api/client.ts'
import { client, guarded } from '../../core/api.ts'
import { paths } from '../../core/paths.ts'
import { doneOf } from '../../kit/forms/labels.ts'
import { ResourceForm } from '../../kit/forms/ResourceForm.tsx'
import { refresh } from '../../kit/lists/useBulk.ts'
import { updateRecord } from '../../kit/record/useRecordActions.ts'
import { showProblem, showSuccess } from '../../kit/ui/showToast.ts'
import { refdataOf } from '../kit/queries.ts'
import { AudienceFields } from './AudienceFields.tsx'
import { type Audience, audienceOf, isSameAudience } from './audience.ts'
import { StandardSelect } from './StandardSelect.tsx'

/** Makes or changes a cycle: its period, its standard and whom it is for. */
export function CycleForm({ organisation_id, stored }: { organisation_id: number; stored?: Row<'devcycle'> }) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const { data: refdata } = useQuery(refdataOf(organisation_id))
  const [standard, setStandard] = useState(stored?.cpd_standard_id ?? null)
  const [audience, setAudience] = useState<Audience>(stored?.audience ?? {})
  const other_standard = standard !== (stored?.cpd_standard_id ?? null)
  const other_audience = !isSameAudience(audience, stored?.audience ?? {})

  async function save(body: Partial<CreateBody<'devcycle'>>) {
    // The categories that its rules name; those with the same codes stay as they are.
    if (standard !== null && other_standard) {
      await guarded(client.act('POST cpdstandard/adopt', { id: standard, organisation_id }))
      await refresh('devcategory')
    }
    const more = {
      ...(other_standard && { cpd_standard_id: standard }),
      ...(other_audience && { audience: audienceOf(audience) }),
    }
    if (stored) {
      await updateRecord('devcycle', stored, { ...(body as UpdateBody<'devcycle'>), ...more })
      showSuccess(doneOf(t, 'devcycle', 'saved'))
      return
    }
    const cycle = { ...(body as CreateBody<'devcycle'>), ...more, organisation_id }
    const { data, info } = await guarded(client.create('devcycle', cycle))
    await refresh('devcycle')
    showSuccess(doneOf(t, 'devcycle', 'created'))
    // Such as a length that its standard does not have.
    if (info?.warning) showProblem(info.warning)
    navigate(paths.cycle({ id: data.id }), { replace: true })
  }

  return (
    <ResourceForm
      resource="devcycle"
      body={stored ? schema.update! : schema.create!}
      row={stored ?? { years_valid: 1 }}
      all={!stored as true}
      required={['name', 'start', 'end']}
      changed={other_standard || other_audience}
      groups={[
        {
          fields: ['name', 'start', 'end'],
          extra: <StandardSelect standards={refdata?.standards ?? []} value={standard} onChange={setStandard} />,
        },
        {
          title: t('cpd:audience.title'),
          level: 2,
          fields: [],
          extra: <AudienceFields organisation_id={organisation_id} value={audience} onChange={setAudience} />,
        },
        { title: t('cpd:activities.groups.more'), level: 2, folded: true, fields: ['years_valid'] },
      ]}
      submit={stored ? t('form.save') : t('form.create')}
      save={save as never}
    />
  )
}
