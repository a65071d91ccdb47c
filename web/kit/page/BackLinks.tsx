import { Button, Group } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { homeOf } from '../../core/nextPath.ts'
import { paths } from '../../core/paths.ts'
import { useFeatures } from '../../core/rights.ts'
import { useSession } from '../../core/session.ts'
import { useVisited } from '../../core/visited.ts'

/** Links from an error page: back to the previous page of this site, and to the start page. */
export function BackLinks() {
  const { t } = useTranslation()
  const user = useSession((session) => session.user)
  const features = useFeatures()
  const { previous } = useVisited()
  return (
    <Group gap="sm">
      {previous && (
        <Button component={Link} to={previous} variant="default">
          {t('notFound.back')}
        </Button>
      )}
      <Button
        component={Link}
        to={user ? homeOf(user, features) : paths.welcome()}
        variant={previous ? 'subtle' : 'default'}
      >
        {t('notFound.home')}
      </Button>
    </Group>
  )
}
