; Offers Tracedeck under "Open with" for files of these endings without becoming what opens them.
!define OPEN_WITH_KEY "Software\Classes\Applications\${APP_EXECUTABLE_FILENAME}"

!macro customInstall
  WriteRegStr SHELL_CONTEXT "${OPEN_WITH_KEY}" "FriendlyAppName" "${PRODUCT_NAME}"
  WriteRegStr SHELL_CONTEXT "${OPEN_WITH_KEY}\shell\open\command" "" '"$INSTDIR\${APP_EXECUTABLE_FILENAME}" "%1"'
  WriteRegStr SHELL_CONTEXT "${OPEN_WITH_KEY}\SupportedTypes" ".json" ""
  WriteRegStr SHELL_CONTEXT "${OPEN_WITH_KEY}\SupportedTypes" ".gz" ""
  WriteRegStr SHELL_CONTEXT "${OPEN_WITH_KEY}\SupportedTypes" ".zst" ""
!macroend

!macro customUnInstall
  DeleteRegKey SHELL_CONTEXT "${OPEN_WITH_KEY}"
!macroend
