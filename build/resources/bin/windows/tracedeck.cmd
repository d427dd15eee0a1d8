@echo off
"%~dp0..\..\Tracedeck.exe" %*
