import { Anchor } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { client, guarded } from '../../core/api.ts'
import { backendBase } from '../../core/backend/backend.ts'
import { paths } from '../../core/paths.ts'
import { viewAddress } from '../../files/kit/viewFile.ts'
import { Section } from '../../kit/page/Section.tsx'

/** The evidence of a record: its person sees the file's page, who reads the record opens the file. */
export function EvidenceList({ entity, entity_id, evidence, is_own, apart = false }: Props) {
  const { t } = useTranslation()
  if (evidence.length === 0) return null
  const addressOf = async (file_id: number) => {
    const path = `cpd/evidence/${entity}/${entity_id}/${file_id}/view`
    return backendBase() + (await guarded(client.call<{ data: { url: string } }>('POST', path))).data.url
  }
  return (
    <Section title={t('cpd:evidence.label')} apart={apart}>
      <ul>
        {evidence.map(({ file_id, name }) => (
          <li key={file_id}>
            {is_own ? (
              <Link to={paths.file({ id: file_id })}>{name}</Link>
            ) : (
              <Anchor component="button" type="button" inherit onClick={() => viewAddress(t, () => addressOf(file_id))}>
                {name}
              </Anchor>
            )}
          </li>
        ))}
      </ul>
    </Section>
  )
}

type Props = {
  entity: 'devactivity' | 'procedure' | 'devqualification' | 'devform'
  entity_id: number
  evidence: { file_id: number; name: string }[]
  is_own: boolean
  apart?: boolean
}
