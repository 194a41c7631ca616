@echo off
rem A command prompt does not wait for a program with windows. It waits for a batch file, and this one waits for Steward.
"%~dp0Steward.exe" --cli %*
exit /b %errorlevel%
