; Included by the packager in the installer for Windows. Steward registers `steward://` links for its user; without it they lead nowhere.
!macro customUnInstall
  DeleteRegKey HKCU "Software\Classes\steward"
!macroend
