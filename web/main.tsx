import '@mantine/core/styles/baseline.css'
import '@mantine/core/styles/default-css-variables.css'
import '@mantine/core/styles/global.css'
import './ui/global.css'
import { MantineProvider } from '@mantine/core'
import { QueryClientProvider } from '@tanstack/react-query'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { RouterProvider } from 'react-router/dom'
import './i18n.ts'
import { registerWorker } from './pwa/register.ts'
import { queries } from './queries.ts'
import { router } from './routes.tsx'
import { keepSession } from './stores/session.ts'
import { watchSharing } from './stores/sharing.ts'
import { watchVersion } from './stores/version.ts'
import { theme } from './ui/theme.ts'

// The build gives each chunk the styles of its components; the development server has them all.
if (import.meta.env.DEV) import('@mantine/core/styles.css')

keepSession()
watchVersion()
watchSharing()
registerWorker((path) => router.navigate(path))

createRoot(document.getElementById('root')!).render(
  <StrictMode>
    <MantineProvider theme={theme} defaultColorScheme="auto">
      <QueryClientProvider client={queries}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </MantineProvider>
  </StrictMode>,
)
