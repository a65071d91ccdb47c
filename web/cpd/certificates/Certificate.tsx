import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { Row } from '#api/client.ts'
import { client, guarded } from '../../core/api.ts'
import { useAction } from '../../kit/actions/useAction.ts'
import { download } from '../../kit/lists/downloadCsv.ts'
import { Section } from '../../kit/page/Section.tsx'
import { useManages } from '../kit/useManages.ts'

/** The certificate of a plan whose kept result is met: for the person and administrators. */
export function Certificate({ plan, is_own }: { plan: Row<'devplan'>; is_own: boolean }) {
  const { t } = useTranslation()
  const { busy, run } = useAction()
  const administers = useManages(plan.organisation_id)
  const { result } = (plan.result ?? {}) as { result?: { verdict?: string } | null }
  if (plan.closed_at === null || result?.verdict !== 'met' || !(is_own || administers)) return null
  const save = () =>
    run(async () => {
      const { data } = await guarded(client.act('POST cpdcertificate/issue', { devplan_id: plan.id }))
      await download('cpdcertificates/pdf', { id: data.id }, 'certificate.pdf')
    })
  return (
    <Section title={t('cpd:certificates.one')} text={t('cpd:certificates.oneText')} apart>
      <div>
        <Button variant="default" loading={busy} onClick={save}>
          {t('cpd:certificates.save')}
        </Button>
      </div>
    </Section>
  )
}

/** Certificates of one file, as the server divides them. */
const IN_A_FILE = 500

/** Those of all people who have met a closed cycle, in one file. */
export function CertificatesOfCycle({ cycle }: { cycle: Row<'devcycle'> }) {
  const { t } = useTranslation()
  const { busy, run } = useAction()
  const save = () =>
    run(
      async () => {
        let issued = 0
        for (let next: number | null = 0; next !== null; ) {
          const body: { cycle_id: number; after?: number } = { cycle_id: cycle.id, ...(next > 0 && { after: next }) }
          const { data } = await guarded(client.act('POST cpdcertificates/issue', body))
          issued += data.issued
          next = data.next
        }
        const { info } = await guarded(client.list('cpdcertificate', { devcycle_id: cycle.id, valid: true, limit: 1 }))
        const total = info.total
        for (let part = 1; part <= Math.ceil(total / IN_A_FILE); part++) {
          const name = total > IN_A_FILE ? `certificates-${part}.pdf` : 'certificates.pdf'
          await download('cpdcertificates/pdf', { cycle_id: cycle.id, part }, name)
        }
        return { issued, total }
      },
      ({ issued, total }) =>
        total === 0 ? t('cpd:certificates.none') : t('cpd:certificates.issuedNow', { count: issued }),
    )
  return (
    <Section title={t('cpd:certificates.title')} text={t('cpd:certificates.text')} apart>
      <div>
        <Button variant="default" loading={busy} onClick={save}>
          {t('cpd:certificates.all')}
        </Button>
      </div>
    </Section>
  )
}
