import { Button, NumberInput, Skeleton, Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type SubmitEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { guarded, post } from '../../core/api.ts'
import { queries } from '../../core/queries.ts'
import { useSession } from '../../core/session.ts'
import { toSize } from '../../kit/format/size.ts'
import { RefusalAlert } from '../../kit/forms/RefusalAlert.tsx'
import { useSending } from '../../kit/forms/useSending.ts'
import { Section } from '../../kit/page/Section.tsx'
import { Facts } from '../../kit/ui/Facts.tsx'
import { showSuccess } from '../../kit/ui/showToast.ts'
import { keys } from '../keys.ts'
import { type FileUsage, usageOf } from '../kit/queries.ts'

/** What may be stored. Platform administrators set it, others see it. */
export function Limits({ organisation_id }: { organisation_id: number }) {
  const { t } = useTranslation()
  const platform_admin = useSession(({ user }) => user?.platform_admin ?? false)
  const { data } = useQuery(usageOf(organisation_id))
  if (!data) return <Skeleton height={180} />
  const current = limitsOf(data)
  return (
    <Section text={t(platform_admin ? 'files:admin.limits.platformText' : 'files:admin.limits.text')}>
      {platform_admin ? (
        <LimitsForm key={JSON.stringify(current)} organisation_id={organisation_id} current={current} />
      ) : (
        <Facts facts={names.map((name) => [t(`files:admin.limits.${name}`), toSize(current[name])])} />
      )}
    </Section>
  )
}

function LimitsForm({ organisation_id, current }: { organisation_id: number; current: LimitValues }) {
  const { t } = useTranslation()
  const { busy, refusal, send } = useSending()
  const [changes, setChanges] = useState<Partial<LimitValues>>({})
  const submit = async (event: SubmitEvent) => {
    event.preventDefault()
    await send(async () => {
      await guarded(post<object>('organisationconfig/save', { organisation_id, ...changes }))
      showSuccess(t('files:admin.limits.saved'))
      await queries.invalidateQueries({ queryKey: keys.fileUsage(organisation_id) })
    })
  }
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="md" maw={360}>
        {!names.includes(refusal?.field as Name) && <RefusalAlert refusal={refusal} />}
        {names.map((name) => (
          <NumberInput
            key={name}
            label={t(`files:admin.limits.${name}`)}
            suffix=" GB"
            min={0}
            max={MAX_GB}
            decimalScale={3}
            value={(changes[name] ?? current[name]) / GB}
            error={refusal?.field === name && refusal.message}
            onChange={(value) =>
              typeof value === 'number' && setChanges({ ...changes, [name]: Math.round(value * GB) })
            }
          />
        ))}
        <div>
          <Button type="submit" loading={busy} disabled={Object.keys(changes).length === 0}>
            {t('form.save')}
          </Button>
        </div>
      </Stack>
    </form>
  )
}

const limitsOf = (usage: FileUsage): LimitValues => ({
  files_bytes_max: usage.organisation_bytes_max,
  person_bytes_max: usage.person_bytes_max,
  file_bytes_max: usage.file_bytes_max,
})

const names = ['files_bytes_max', 'person_bytes_max', 'file_bytes_max'] as const
const GB = 1024 ** 3
const MAX_GB = 1024 ** 2

type Name = (typeof names)[number]
type LimitValues = Record<Name, number>
