import { Anchor } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { client, guarded } from '../../core/api.ts'
import { backendBase } from '../../core/backend/backend.ts'
import { paths } from '../../core/paths.ts'
import { viewAddress } from '../../files/kit/viewFile.ts'
import { Section } from '../../kit/page/Section.tsx'

/** The evidence of a record. */
export function EvidenceList({ entity, entity_id, evidence, is_own, apart = false }: Props) {
  const { t } = useTranslation()
  if (evidence.length === 0) return null
  return (
    <Section title={t('cpd:evidence.label')} apart={apart}>
      <ul>
        {evidence.map(({ file_id, name }) => (
          <li key={file_id}>
            <EvidenceLink entity={entity} entity_id={entity_id} file_id={file_id} is_own={is_own}>
              {name}
            </EvidenceLink>
          </li>
        ))}
      </ul>
    </Section>
  )
}

/** Its person sees the file's page; others who read the record open the file. */
export function EvidenceLink({ entity, entity_id, file_id, is_own, children }: LinkProps) {
  const { t } = useTranslation()
  if (is_own) return <Link to={paths.file({ id: file_id })}>{children}</Link>
  const address = async () => {
    const evidence = { entity, entity_id, file_id }
    const { data } = await guarded(client.act('POST cpd/evidence/:entity/:entity_id/:file_id/view', evidence))
    return backendBase() + data.url
  }
  return (
    <Anchor component="button" type="button" inherit onClick={() => viewAddress(t, address)}>
      {children}
    </Anchor>
  )
}

type LinkProps = {
  entity: 'devactivity' | 'procedure' | 'devqualification' | 'devform' | 'devwaiver' | 'cpd_assessment' | 'cpd_audit'
  entity_id: number
  file_id: number
  is_own: boolean
  children: string
}
type Props = Pick<LinkProps, 'entity' | 'entity_id' | 'is_own'> & {
  evidence: { file_id: number; name: string }[]
  apart?: boolean
}
