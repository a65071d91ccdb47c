import { Button, Group } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { paths } from '../../core/paths.ts'
import { Notice } from '../kit/Notice.tsx'
import { useCpdRole } from '../kit/useManages.ts'

/** Where an auditor or a committee finds what they read of others. An officer has it in the menu. */
export function CpdRole({ organisation_id }: { organisation_id: number }) {
  const { t } = useTranslation()
  const role = useCpdRole(organisation_id)
  if (role !== 'auditor' && role !== 'committee') return null
  return (
    <Notice tone="info" title={t(`cpd:roles.${role}`)}>
      <Group gap="sm">
        {role === 'auditor' ? (
          <>
            <Button component={Link} to={paths.audits()} variant="default">
              {t('cpd:audits.title')}
            </Button>
            <Button component={Link} to={paths.matrix()} variant="default">
              {t('cpd:matrix.title')}
            </Button>
          </>
        ) : (
          <Button component={Link} to={paths.progress()} variant="default">
            {t('cpd:cohorts.title')}
          </Button>
        )}
      </Group>
    </Notice>
  )
}
