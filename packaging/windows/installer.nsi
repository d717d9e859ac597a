; Installs Panelkeep for the current user, without administrator rights. The release calls it with
; -DTARGET (the kind of installer), -DVERSION, -DEXE (the executable), -DICON, -DLICENSE and -DOUT.
Target ${TARGET}
!include MUI2.nsh
!include FileFunc.nsh

!define RUN "Software\Microsoft\Windows\CurrentVersion\Run"
!define UNINSTALL "Software\Microsoft\Windows\CurrentVersion\Uninstall\Panelkeep"

Name "Panelkeep"
OutFile "${OUT}"
RequestExecutionLevel user
InstallDir "$LOCALAPPDATA\Programs\Panelkeep"
InstallDirRegKey HKCU "${UNINSTALL}" "InstallLocation"
SetCompressor lzma
BrandingText "Panelkeep ${VERSION}"
VIProductVersion "${VERSION}.0"
VIAddVersionKey "ProductName" "Panelkeep"
VIAddVersionKey "FileDescription" "Panelkeep Setup"
VIAddVersionKey "FileVersion" "${VERSION}"
VIAddVersionKey "ProductVersion" "${VERSION}"
VIAddVersionKey "LegalCopyright" "MIT licence"

!define MUI_ICON "${ICON}"
!define MUI_UNICON "${ICON}"
!insertmacro MUI_PAGE_LICENSE "${LICENSE}"
!insertmacro MUI_PAGE_COMPONENTS
!insertmacro MUI_PAGE_DIRECTORY
!insertmacro MUI_PAGE_INSTFILES
!define MUI_FINISHPAGE_RUN "$INSTDIR\panelkeep.exe"
!insertmacro MUI_PAGE_FINISH
!insertmacro MUI_UNPAGE_CONFIRM
!insertmacro MUI_UNPAGE_INSTFILES
!insertmacro MUI_LANGUAGE "English"

Section "Panelkeep" SecProgram
  SectionIn RO
  SetOutPath "$INSTDIR"
  ; A running executable can be renamed, not replaced. It runs until its next restart, which starts the new one. Older
  ; ones may still run under the names that they were given.
  Call RemovePrevious
  IfFileExists "$INSTDIR\panelkeep.exe" 0 install
  StrCpy $0 "$INSTDIR\panelkeep.previous.exe"
  StrCpy $1 2
  IfFileExists "$0" 0 rename
  another:
    StrCpy $0 "$INSTDIR\panelkeep.previous-$1.exe"
    IntOp $1 $1 + 1
    IfFileExists "$0" another
  rename:
  Rename "$INSTDIR\panelkeep.exe" "$0"
  install:
  File "/oname=panelkeep.exe" "${EXE}"
  Call RemovePrevious
  WriteUninstaller "$INSTDIR\uninstall.exe"
  CreateShortCut "$SMPROGRAMS\Panelkeep.lnk" "$INSTDIR\panelkeep.exe"
  WriteRegStr HKCU "${UNINSTALL}" "DisplayName" "Panelkeep"
  WriteRegStr HKCU "${UNINSTALL}" "DisplayVersion" "${VERSION}"
  WriteRegStr HKCU "${UNINSTALL}" "DisplayIcon" "$INSTDIR\panelkeep.exe"
  WriteRegStr HKCU "${UNINSTALL}" "Publisher" "Panelkeep"
  WriteRegStr HKCU "${UNINSTALL}" "InstallLocation" "$INSTDIR"
  WriteRegStr HKCU "${UNINSTALL}" "UninstallString" '"$INSTDIR\uninstall.exe"'
  WriteRegStr HKCU "${UNINSTALL}" "QuietUninstallString" '"$INSTDIR\uninstall.exe" /S'
  ${GetSize} "$INSTDIR" "/S=0K" $0 $1 $2
  WriteRegDWORD HKCU "${UNINSTALL}" "EstimatedSize" $0
  WriteRegDWORD HKCU "${UNINSTALL}" "NoModify" 1
  WriteRegDWORD HKCU "${UNINSTALL}" "NoRepair" 1
SectionEnd

Function RemovePrevious
  Delete "$INSTDIR\panelkeep.previous.exe"
  Delete "$INSTDIR\panelkeep.previous-*.exe"
FunctionEnd

; The same value as Start at login in the menu of the tray icon.
Section /o "Start at login" SecAutostart
  WriteRegStr HKCU "${RUN}" "Panelkeep" '"$INSTDIR\panelkeep.exe" --no-browser'
SectionEnd

LangString DescProgram ${LANG_ENGLISH} "The program and its Start menu entry."
LangString DescAutostart ${LANG_ENGLISH} "Starts Panelkeep when you log in to Windows."
!insertmacro MUI_FUNCTION_DESCRIPTION_BEGIN
  !insertmacro MUI_DESCRIPTION_TEXT ${SecProgram} $(DescProgram)
  !insertmacro MUI_DESCRIPTION_TEXT ${SecAutostart} $(DescAutostart)
!insertmacro MUI_FUNCTION_DESCRIPTION_END

; /AUTOSTART selects the second section in a silent installation.
Function .onInit
  ${GetParameters} $0
  ClearErrors
  ${GetOptions} $0 "/AUTOSTART" $1
  IfErrors done
    SectionSetFlags ${SecAutostart} 1
  done:
FunctionEnd

; Comics and the data folder (in $LOCALAPPDATA\Panelkeep) stay.
Section "Uninstall"
  ; Checked before anything is removed. A running executable may have another name since a setup or an update, or one
  ; that the user gave it. Windows does not open a running program for writing.
  FindFirst $0 $1 "$INSTDIR\*.exe"
  next:
    StrCmp $1 "" idle
    StrCmp $1 "uninstall.exe" skip
    ClearErrors
    FileOpen $2 "$INSTDIR\$1" a
    IfErrors running
    FileClose $2
  skip:
    FindNext $0 $1
    Goto next
  running:
    FindClose $0
    MessageBox MB_OK|MB_ICONEXCLAMATION "Panelkeep is running. Quit it from its tray icon, then uninstall it again." /SD IDOK
    SetErrorLevel 2
    Abort
  idle:
  FindClose $0
  Delete "$INSTDIR\panelkeep.exe"
  Delete "$INSTDIR\panelkeep.previous.exe"
  Delete "$INSTDIR\panelkeep.previous-*.exe"
  Delete "$INSTDIR\panelkeep.update-new.exe"
  Delete "$INSTDIR\panelkeep.update-old.exe"
  Delete "$INSTDIR\uninstall.exe"
  RMDir "$INSTDIR"
  Delete "$SMPROGRAMS\Panelkeep.lnk"
  DeleteRegValue HKCU "${RUN}" "Panelkeep"
  DeleteRegKey HKCU "${UNINSTALL}"
SectionEnd
