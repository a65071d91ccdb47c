// First of all: what follows reads storage, and asks for the addresses of pages, when it is loaded.
import './storage.ts'
import './pages.ts'
import '@mantine/core/styles/baseline.css'
import '@mantine/core/styles/default-css-variables.css'
import '@mantine/core/styles/global.css'
import 'virtual:palette.css'
import '../kit/theme/global.css'
import { MantineProvider } from '@mantine/core'
import { QueryClientProvider } from '@tanstack/react-query'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { RouterProvider } from 'react-router/dom'
import './begin.ts'
import { queries } from '../core/queries.ts'
import { keepSession } from '../core/session.ts'
import { watchVersion } from '../core/version.ts'
import { theme } from '../kit/theme/theme.ts'
import { watchSharing } from '../tracking/phone/watchSharing.ts'
import { Direction } from './Direction.tsx'
import { watchOfflineEntry } from './pwa/offlineEntry.ts'
import { registerWorker } from './pwa/register.ts'
import { watchReloads } from './pwa/reloads.ts'
import { router } from './routes.tsx'

// The build splits Mantine's styles by chunk; the development server loads them all here.
if (import.meta.env.DEV) import('@mantine/core/styles.css')

keepSession()
watchVersion()
watchReloads()
watchSharing()
watchOfflineEntry()
registerWorker((path) => router.navigate(path))

createRoot(document.getElementById('root')!).render(
  <StrictMode>
    <Direction>
      <MantineProvider theme={theme} defaultColorScheme="auto">
        <QueryClientProvider client={queries}>
          <RouterProvider router={router} />
        </QueryClientProvider>
      </MantineProvider>
    </Direction>
  </StrictMode>,
)
